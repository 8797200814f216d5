import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import '../../src/locales/ja.js';
import { REFUSALS, SENTENCES } from '../../src/isolated/page/focus-warning.js';
import { messagesSettled } from '../support/browser/accessibility-tree.js';
import { click, enterPin, newPin, press, readTree, type } from '../support/browser/cardholder.js';
import { describeFramed } from '../support/browser/framed.js';
import { holdKey, releaseKey } from '../support/browser/keys.js';
import { listen, next, runInFrames, submitPin, until } from '../support/browser/page.js';
import { useHostPort } from './host-port.js';

/** Gives some frame pages another language. WebKitGTK has this one. */
const LANGUAGE = `if (location.search === '?C')
  Object.defineProperty(navigator, 'language', { value: 'C' });`;

// test/leaks/thefts.slow.test.ts has other ways to take the focus.
describeFramed('a frame page that loses the focus while a PIN is typed', (framed) => {
  const port = useHostPort();
  before(() => runInFrames(LANGUAGE));
  beforeEach(() => framed.element.focus());
  // A tab remembers what was lost to its page.
  afterEach(() =>
    executeServerCommand('evaluate-in-frames', { expression: 'sessionStorage.clear()' }),
  );

  /** Takes the focus, and gives it back. */
  const takeFocus = async (meanwhile?: () => Promise<void>) => {
    framed.focus('after');
    await messagesSettled();
    await meanwhile?.();
    framed.element.focus();
    await messagesSettled();
  };

  /** Takes the focus while a key is down. */
  const steal = async (key: string) => {
    await holdKey(key);
    await takeFocus(() => releaseKey(key));
  };

  const textsOf = async (role: string) =>
    (await readTree())
      .filter((node) => node.role === role)
      .map(({ name, text }) => name || text)
      .filter((text) => text !== '');

  /** Expects nothing but the warning, or the sentence that no PIN is taken any more. */
  const expectNoForm = async (sentences = SENTENCES) => {
    // The sentences come after their regions, and the frame may load again meanwhile.
    await until(async () => (await textsOf('alert')).join() === sentences.en);
    expect(await textsOf('textbox')).to.deep.equal([]);
    const buttons = ['Before', ...(sentences === REFUSALS ? [] : ['OK']), 'After'];
    expect(await textsOf('button')).to.deep.equal(buttons);
  };

  const confirm = async () => {
    // The sentence moves the button.
    await until(async () => (await textsOf('alert')).includes(SENTENCES.en));
    await click('button', 'OK');
    await until(async () => (await newPin()).focused);
  };

  it('empties the fields, and tells the cardholder and the page', async () => {
    const codes: string[] = [];
    const handleKey = ({ code }: KeyboardEvent) => codes.push(code);
    window.addEventListener('keyup', handleKey, true);
    const ended = next(framed.element, 'pin-error');
    await steal('4');
    window.removeEventListener('keyup', handleKey, true);
    const { outcome, cause } = await ended;
    expect([outcome.kind, cause]).to.deep.equal(['misconfigured', 'focus-taken']);
    await expectNoForm();
    expect(framed.element.validity.valueMissing).to.equal(true);
    expect(codes).to.deep.equal(['Digit4']);
  });

  it('has no field until the cardholder confirms, whatever the host sends', async () => {
    const { element } = framed;
    await steal('4');
    expect(await element.submit()).to.include({ detail: 'focus-taken' });
    element.messages = { submit: '\u200b', holdEnded: '\u200b' };
    for (let epoch = 0; epoch < 2_000; epoch++) {
      port().postMessage({ kind: 'reset', epoch });
      port().postMessage({ kind: 'focus', preventScroll: false, direction: 0 });
    }
    for (const disabled of [true, false]) element.disabled = disabled;
    for (const length of [5, 4]) element.pinLength = length;
    element.reset();
    element.focus();
    expect(await element.submit()).to.include({ detail: 'focus-taken' });
    // Someone who doesn't see the warning types on, from one field to the next.
    await press(...'7391', 'Tab', ...'7391', 'Enter');
    await expectNoForm();
    await press('Enter');
    await until(async () => (await newPin()).focused);
    expect((await submitPin(element, '7391')).kind).to.equal('set');
    expect(await textsOf('alert')).to.deep.equal([]);
  });

  it('takes no PIN after a second loss, in any frame page of this tab', async () => {
    const { frameSrc } = framed;
    const events = listen(framed.element);
    await steal('4');
    await confirm();
    await steal('8');
    const clone = framed.element.cloneNode() as typeof framed.element;
    for (const reload of [
      () => (framed.element.frameSrc = `${frameSrc}?another`),
      () => framed.element.replaceWith(clone),
    ]) {
      await expectNoForm(REFUSALS);
      reload();
    }
    await expectNoForm(REFUSALS);
    expect(await clone.submit()).to.include({ detail: 'focus-taken' });
    const causes = events.flatMap((event) => ('cause' in event ? [event.cause] : []));
    expect(causes.filter((cause) => cause === 'focus-taken')).to.have.length(2);
  });

  it('warns in the next frame page if the page loads it while a digit key is down', async () => {
    const { page, element, service, cardId } = framed;
    await holdKey('4');
    element.remove();
    page.prepend(element);
    await releaseKey('4');
    await until(async () => (await textsOf('alert')).includes(SENTENCES.en));
    expect(await textsOf('textbox')).to.deep.equal([]);
    await confirm();
    element.clientToken = await service.token(cardId);
    expect((await submitPin(element)).kind).to.equal('set');
  });

  it('warns in a frame page that was loaded before, as soon as it has the focus', async () => {
    const early = framed.element.cloneNode() as typeof framed.element;
    const ready = next(early, 'pin-ready');
    framed.page.append(early);
    await ready;
    framed.element.focus();
    await messagesSettled();
    await steal('4');
    early.focus();
    const warnings = [SENTENCES.en, SENTENCES.en];
    await until(async () => (await textsOf('alert')).join() === warnings.join());
    expect(await textsOf('textbox')).to.deep.equal([]);
  });

  it('empties an entry that is half typed, even if the host has done so, and counts from the second time on', async () => {
    for (const isReset of [false, true]) {
      await type('48');
      if (isReset) framed.element.reset();
      const ended = next(framed.element, 'pin-error');
      await takeFocus();
      expect((await ended).cause).to.equal('focus-taken');
      await expectNoForm();
      await confirm();
    }
    await steal('4');
    await expectNoForm(REFUSALS);
  });

  it('keeps an entry that is empty or complete, or that the cardholder leaves', async () => {
    const { element } = framed;
    const events = listen(element);
    await press('4', 'Backspace');
    await takeFocus();
    await type('48');
    await press('Shift+Tab');
    await until(() => framed.focused() === 'before');
    element.focus();
    await type('26');
    await press('Tab');
    await type('4826');
    await takeFocus();
    expect((await element.submit()).kind).to.equal('set');
    expect(events.map(({ type }) => type)).not.to.include('pin-error');
  });

  it('warns in the same place, whatever the theme, in the language of the page and another', async () => {
    const { element, frameSrc } = framed;
    const ready = next(element, 'pin-ready');
    element.frameSrc = `${frameSrc}?C`;
    await ready;
    const { style } = document.documentElement;
    for (const name of ['gap', 'control-height', 'digit-size', 'radius'])
      element.style.setProperty(`--set-card-pin-${name}`, '4000px');
    for (const name of ['text', 'error', 'warning', 'accent', 'on-accent'])
      element.style.setProperty(`--set-card-pin-${name}`, '#fff');
    element.style.cssText += 'width: 300px; font-size: 90px';
    style.fontSize = '90px';
    element.lang = 'ja';
    element.focus();
    await messagesSettled();
    await steal('4');
    style.fontSize = '';
    await until(async () => (await textsOf('alert')).includes(SENTENCES.en));
    expect(await textsOf('alert')).to.deep.equal([SENTENCES['ja'], SENTENCES.en]);
    const expression = `(() => {
      const { bottom } = document.querySelector('button').getBoundingClientRect();
      const { color, backgroundColor } = getComputedStyle(document.querySelector('p'));
      return [bottom < 300, color, backgroundColor];
    })()`;
    const [looks] = await executeServerCommand<unknown[], object>('evaluate-in-frames', {
      expression,
    });
    expect(looks).to.deep.equal([true, 'rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  });

  it('tells the page that the entry is no longer complete, and not that the PIN is unchanged if it may be set', async () => {
    const { element, service, cardId } = framed;
    const events = listen(element);
    await enterPin(element, '4826');
    await until(() => events.length === 1);
    await steal('5');
    await until(() => events.length === 3);
    const types = events.map(({ type }) => type);
    expect(types).to.deep.equal(['pin-change', 'pin-change', 'pin-error']);
    await confirm();
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const ended = next(element, 'pin-error');
    await press('Enter');
    await until(() => service.has(cardId, '4826'));
    await steal('5');
    const { outcome, cause, retryable } = await ended;
    expect([outcome.kind, cause]).to.deep.equal(['unconfirmed', 'focus-taken']);
    // The digits are gone.
    expect(retryable).to.equal(false);
  });
});
