import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import '../../src/locales/de.js';
import { SetCardPinElement } from '../../src/index.js';
import { enterPin, newPin, press, readTree, type } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { createElement, embed, listen, next, submitPin, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('<set-card-pin> and its form', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  async function expectOneForm(element: SetCardPinElement, stage: Element): Promise<void> {
    const ready = next(element, 'pin-ready');
    stage.append(element);
    await ready;
    const fields = (await readTree()).filter(({ role }) => role === 'textbox');
    expect(fields.map(({ name }) => name)).to.deep.equal(['New PIN', 'Confirm new PIN']);
  }

  inModes(['isolated'], 'A change of the mode needs a frame page', () => {
    type Change = (element: SetCardPinElement) => void;
    const changes: readonly (readonly [title: string, isInline: boolean, Change])[] = [
      ['becomes isolated', true, (element) => (element.frameSrc = service.frameSrc)],
      ['becomes inline', false, (element) => (element.frameSrc = undefined)],
      [
        'gets another frame page',
        false,
        (element) => {
          element.lang = 'en-GB';
          element.frameSrc = `${service.frameSrc}?again`;
        },
      ],
    ];
    for (const [title, isInline, change] of changes)
      it(`are one after it ${title} out of the page, and no later listener reads a key`, async () => {
        const stage = await fixture(html`<div></div>`);
        const element = createElement(service, await service.card('accepted'));
        if (isInline) element.frameSrc = undefined;
        await expectOneForm(element, stage);
        element.remove();
        await task();
        change(element);
        await task();
        const keys: string[] = [];
        const listener = ({ key }: KeyboardEvent): unknown => keys.push(key);
        window.addEventListener('keydown', listener, true);
        await expectOneForm(element, stage);
        await enterPin(element, '4826');
        window.removeEventListener('keydown', listener, true);
        expect(keys.filter((key) => /\d/.test(key))).to.deep.equal([]);
      });

    it('end a submit as aborted if it is reset before the frame page is ready', async () => {
      const element = createElement(service, await service.card('accepted'));
      const events = listen(element);
      await fixture(html`<div>${element}</div>`);
      const first = element.submit();
      element.reset();
      const second = element.submit();
      expect(second).not.to.equal(first);
      expect((await first).kind).to.equal('aborted');
      expect((await second).kind).to.equal('invalid');
      expect(events.map(({ type }) => type)).to.deep.equal(['pin-ready', 'pin-error']);
    });

    it('don’t take the focus once the page has moved it meanwhile', async () => {
      const stage = await fixture(html`<div><input /></div>`);
      const search = stage.querySelector('input')!;
      const element = createElement(service, await service.card('accepted'));
      const ready = next(element, 'pin-ready');
      stage.append(element);
      await element.updateComplete;
      element.focus();
      search.focus();
      await ready;
      search.blur();
      // The frame loads again.
      stage.prepend(element);
      await until(() => readTree().then((nodes) => nodes.some(({ name }) => name === 'New PIN')));
      expect(document.activeElement).to.equal(document.body);
    });
  });

  it('have another promise after a reset', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const first = element.submit();
    expect(element.submit()).to.equal(first);
    await until(() => service.has(cardId, '4826'));
    element.reset();
    const second = element.submit();
    expect((await first).kind).to.equal('aborted');
    expect((await second).kind).to.equal('invalid');
  });

  it('send nothing and raise no event out of the page', async () => {
    const element = createElement(service, 'card_1');
    const events = listen(element);
    expect((await element.submit()).kind).to.equal('aborted');
    expect(events).to.deep.equal([]);
  });

  it('keep a typed PIN while a setting changes that judges nothing', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    await enterPin(element, '4826');
    for (const on of [true, false]) {
      Object.assign(element, {
        autoSubmit: on,
        getClientToken: on ? () => service.token(cardId) : undefined,
      });
      element.idempotencyKey = on ? 'none' : 'String!';
      await element.updateComplete;
    }
    expect((await element.submit()).kind).to.equal('set');
  });

  it('are emptied by a reset of the form around, but not during a submit or once the PIN is set', async () => {
    const { element } = await embed(service, 'accepted');
    const form = await fixture<HTMLFormElement>(html`<form></form>`);
    const ready = next(element, 'pin-ready');
    element.remove();
    await task();
    form.append(element);
    await ready;
    await enterPin(element, '4826');
    form.reset();
    expect(await newPin()).to.include({ value: '' });
    element.clientToken = await service.token(element.cardId);
    expect((await submitPin(element)).kind).to.equal('set');
    form.reset();
    expect(element.matches(':state(set)')).to.equal(true);
    element.reset();
    await service.delay(element.cardId, 60_000);
    await enterPin(element, '5937');
    const ended = element.submit();
    await until(() => service.has(element.cardId, '5937'));
    form.reset();
    await service.delay(element.cardId, 0);
    expect((await ended).kind).to.equal('set');
    expect(element.form).to.equal(form);
  });

  it('have the members of a form control', async () => {
    const { element } = await embed(service, 'accepted');
    expect(element.willValidate).to.equal(true);
    expect(element.validationMessage).to.contain('Enter 4 digits');
    await enterPin(element, '4826');
    expect(element.validationMessage).to.equal('');
    element.disabled = true;
    expect(element.willValidate).to.equal(false);
    expect([...element.labels]).to.deep.equal([]);
    element.setAttribute('frame-src', 'x');
    element.removeAttribute('frame-src');
    expect(element.frameSrc).to.equal(undefined);
  });

  it('can be defined under another tag', () => {
    class Other extends SetCardPinElement {}
    Other.define('other-set-card-pin');
    expect(document.createElement('other-set-card-pin')).to.be.instanceOf(Other);
  });

  inModes(['inline'], 'A frame page has its own window', () => {
    it('listen to the window that has adopted them, and take the language there', async () => {
      const frame = await fixture<HTMLIFrameElement>(html`<iframe srcdoc="<p>"></iframe>`);
      await until(() => frame.contentDocument?.readyState === 'complete');
      const { element } = await embed(service, 'accepted');
      await enterPin(element, '4826');
      const there = frame.contentDocument!;
      const host = there.createElement('div');
      host.lang = 'de';
      const root = host.attachShadow({ mode: 'open' });
      there.body.append(host);
      const ready = next(element, 'pin-ready');
      root.append(element);
      await ready;
      expect(element.validity.valueMissing).to.equal(true);
      expect(element.validationMessage).to.match(/Geben Sie/);
      frame.focus();
      element.focus();
      await type('48');
      await press('Tab');
      expect(element.validity.tooShort).to.equal(true);
      frame.contentWindow!.dispatchEvent(new PageTransitionEvent('pagehide'));
      await until(() => element.validity.valueMissing);
    });
  });
});
