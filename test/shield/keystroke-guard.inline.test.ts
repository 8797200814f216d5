import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { click, enterPin, find, newPin, press, type } from '../support/browser/cardholder.js';
import { holdKey, releaseKey } from '../support/browser/keys.js';
import { embed, listen, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** Records what the page hears of events until the test ends. */
function hear(types: readonly string[], read: (event: Event) => unknown): unknown[] {
  const heard: unknown[] = [];
  const { signal } = (listening = new AbortController());
  for (const type of types)
    window.addEventListener(type, (event) => heard.push(read(event)), { capture: true, signal });
  return heard;
}
let listening = new AbortController();

/** Takes the focus of the window, as a page with a frame of its own can. */
async function focusFrame(): Promise<void> {
  const frame = document.createElement('iframe');
  frame.srcdoc = '<input>';
  document.body.append(frame);
  await new Promise((done) => (frame.onload = done));
  const blurred = new Promise((done) => window.addEventListener('blur', done, { once: true }));
  frame.contentDocument!.querySelector('input')!.focus();
  await blurred;
  frame.remove();
}

describe('the guard of the keys', () => {
  let service: Service;
  let element: SetCardPinElement;
  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    ({ element } = await embed(service, 'accepted'));
    element.focus();
  });
  afterEach(() => listening.abort());

  it('types nothing for events that a script made, and leaves these to the page', () => {
    const heard: string[] = [];
    const events = [
      new InputEvent('beforeinput', { inputType: 'insertText', data: '4', cancelable: true }),
      new KeyboardEvent('keydown', { key: '4', code: 'Digit4' }),
    ];
    for (const event of events) {
      element.addEventListener(event.type, ({ type }) => heard.push(type));
      element.dispatchEvent(event);
    }
    expect(element.validity.valueMissing).to.equal(true);
    expect(heard).to.deep.equal(['beforeinput', 'keydown']);
    // An event without a code is no reason to keep others without one from the page.
    element.dispatchEvent(new Event('keydown'));
    document.body.addEventListener('input', ({ type }) => heard.push(type), { once: true });
    document.body.dispatchEvent(new Event('input'));
    expect(heard.at(-1)).to.equal('input');
  });

  it('passes Tab to the page only if it leaves the element, and what the page has put into it', async () => {
    const heard = hear(['keydown'], (event) => {
      const { key, shiftKey } = event as KeyboardEvent;
      return shiftKey && key === 'Tab' ? 'Shift+Tab' : key;
    });
    element.innerHTML =
      '<a slot="heading" href="#">Card</a><p slot="help"><a href="#">Help</a></p>';
    // From the new PIN to the last stop, and from there to the first.
    for (const [key, back, stops] of [
      ['Tab', 'Shift+Tab', 4],
      ['Shift+Tab', 'Tab', 5],
    ] as const) {
      await press(...Array<string>(stops).fill(key));
      expect(heard.splice(0).filter((each) => each !== 'Shift')).to.deep.equal([]);
      await press(key, back);
      expect(heard.splice(0).filter((each) => each !== 'Shift')).to.deep.equal([key, back]);
    }
  });

  it('goes round in the element if the page prevents that Tab leaves it', async () => {
    hear(['keydown'], (event) => event.preventDefault());
    await press('Shift+Tab');
    await until(async () => (await find('button', 'Set PIN')).focused);
    await press('Tab');
    await until(async () => (await newPin()).focused);
  });

  it('lets undo change nothing while the element has no focus, in a closed root', async () => {
    const box = document.createElement('div');
    element.replaceWith(box);
    box.attachShadow({ mode: 'closed' }).append(element);
    element.focus();
    await type('4826');
    (document.activeElement as HTMLElement).blur();
    await press('Control+z');
    expect((await newPin()).value).to.equal('••••');
  });

  it('copies and cuts no digit of a revealed PIN, even if a script has selected it', async () => {
    await type('4826');
    await click('button', 'Show PIN');
    const heard = hear(['copy', 'cut'], ({ type }) => type);
    for (const type of ['copy', 'cut']) {
      document.execCommand('selectAll');
      expect(String(getSelection())).to.equal('4826');
      document.execCommand(type);
    }
    expect(heard).to.deep.equal([]);
    expect((await newPin()).value).to.equal('4826');
  });

  describe('while a digit key is down', () => {
    beforeEach(async () => {
      await type('4826');
      await press('Tab');
      await type('482');
    });
    afterEach(() => releaseKey('6'));

    it('tells the page nothing, and then not in the event of the key', async () => {
      const told: unknown[] = [];
      element.addEventListener('pin-change', () =>
        queueMicrotask(() => told.push(window.event?.type)),
      );
      await holdKey('6');
      await releaseKey('7');
      expect(told).to.deep.equal([]);
      expect(element.matches(':state(complete)')).to.equal(false);
      await releaseKey('6');
      await until(() => told.length > 0);
      expect(told).not.to.include('keyup');
      expect(element.checkValidity()).to.equal(true);
    });

    it('asks the page for no client token, and not for a submit that has ended by then', async () => {
      const { cardId } = element;
      // Another card drops the token.
      Object.assign(element, { cardId: 'another', autoSubmit: true });
      element.cardId = cardId;
      for (const isReset of [true, false]) {
        const events = listen(element);
        await enterPin(element, '4826', '482');
        await holdKey('6');
        await releaseKey('7');
        if (isReset) element.reset();
        expect(events).to.deep.equal([]);
        await releaseKey('6');
        // Nothing comes, or the event does.
        await new Promise((done) => setTimeout(done));
        await until(() => isReset || events.length > 1);
        expect(events.some(({ type }) => type === 'token-expired')).to.equal(!isReset);
      }
    });

    it('renews no client token of the page', async () => {
      const { element, cardId } = await embed(service, 'token-refused-once');
      const events = listen(element);
      await enterPin(element, '4826');
      await press('Tab');
      await service.delay(cardId, 60_000);
      const ended = element.submit();
      await until(() =>
        service.has(cardId, '4826').then(() => element.matches(':state(submitting)')),
      );
      await holdKey('6');
      await releaseKey('7');
      await service.delay(cardId, 0);
      await until(async () => (await service.requests(cardId))[0]?.response !== null);
      await element.updateComplete;
      expect(events.filter(({ type }) => type === 'token-expired')).to.deep.equal([]);
      await releaseKey('6');
      await until(() => events.some(({ type }) => type === 'token-expired'));
      element.reset();
      await ended;
    });

    it('begins another submit after a reset', async () => {
      element.autoSubmit = true;
      await holdKey('6');
      await releaseKey('7');
      const first = element.submit();
      element.reset();
      const second = element.submit();
      await releaseKey('6');
      expect((await first).kind).to.equal('aborted');
      expect((await second).kind).to.equal('invalid');
    });

    it('empties the fields when the window loses the focus', async () => {
      await holdKey('6');
      await focusFrame();
      await until(() => element.validity.valueMissing);
      expect(await newPin()).to.include({ value: '' });
    });
  });

  describe('keeps the entry when the window loses the focus', () => {
    beforeEach(() => enterPin(element, '4826'));

    it('by a shortcut with a digit, as that of a tab of the browser', async () => {
      await holdKey('Control');
      await holdKey('2');
      await focusFrame();
      await releaseKey('2');
      await releaseKey('Control');
      expect(element.matches(':state(complete)')).to.equal(true);
    });

    it('after a digit key that was down when Meta came up: macOS doesn’t tell when it comes up', async () => {
      await holdKey('6');
      await holdKey('Meta');
      await releaseKey('Meta');
      await focusFrame();
      const heard = hear(['keyup'], (event) => (event as KeyboardEvent).key);
      await releaseKey('6');
      await press('Escape');
      expect(heard).to.deep.equal(['Escape']);
      expect(element.matches(':state(complete)')).to.equal(true);
    });

    it('while a PIN is on its way', async () => {
      const { cardId } = element;
      await service.delay(cardId, 60_000);
      const ended = element.submit();
      await until(() => service.has(cardId, '4826'));
      await holdKey('6');
      await focusFrame();
      await releaseKey('6');
      await service.delay(cardId, 0);
      expect((await ended).kind).to.equal('set');
    });
  });
});
