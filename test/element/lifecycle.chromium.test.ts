import { expect, fixture, html } from '@open-wc/testing';
import { stub } from 'sinon';
import { find, newPin, type } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { createElement, embed, next, submitPin } from '../support/browser/page.js';
import { service, SetCardPinElement } from '../support/browser/started-service.js';

describe('<set-card-pin> lifecycle', () => {
  let page: HTMLElement;
  beforeEach(async () => {
    page = await fixture<HTMLElement>(html`<div><input aria-label="Search" /></div>`);
  });

  it('applies properties that were set before it was defined, and prefers clientToken to the client-token attribute', async () => {
    const cardId = await service.card('accepted');
    const element = createElement(service, cardId, 'late-set-card-pin');
    const clientToken = await service.token(cardId);
    Object.assign(element, { pinLength: 6, clientToken });
    element.setAttribute('client-token', 'stale');
    page.append(element);
    const ready = next(element, 'pin-ready');
    SetCardPinElement.define('late-set-card-pin');
    expect(element.hasAttribute('client-token')).to.equal(false);
    await ready;
    expect(element).not.to.have.any.keys('clientToken');
    expect(element.clientToken).to.equal(undefined);
    expect((await submitPin(element, '482615')).kind).to.equal('set');
    expect(await service.requests(cardId)).to.have.length(1);
  });

  it('can be created with new, and explains what to do if the tag is already registered', () => {
    expect(new SetCardPinElement().localName).to.equal('set-card-pin');
    const taken = '<set-card-pin> is already defined. Load it only once.';
    expect(() => SetCardPinElement.define()).to.throw(DOMException, taken);
  });

  it('sets a PIN in a scoped custom element registry, and lets its events leave the shadow root', async () => {
    const cardId = await service.card('accepted');
    const clientToken = await service.token(cardId);
    const customElementRegistry = new CustomElementRegistry();
    SetCardPinElement.define('set-card-pin', customElementRegistry);
    const root = page.attachShadow({ mode: 'open', customElementRegistry });
    const ready = next(root, 'pin-ready');
    root.innerHTML = `<set-card-pin endpoint="${service.endpoint}"></set-card-pin>`;
    const element = root.querySelector('set-card-pin')!;
    expect(element).to.be.instanceOf(SetCardPinElement);
    // Set in the task that adds the element. Otherwise, an inline form could become ready earlier.
    Object.assign(element, { cardId, clientToken, frameSrc: service.frameSrc });
    await ready;
    const done = next(document, 'pin-set');
    expect((await submitPin(element)).kind).to.equal('set');
    await done;
  });

  it('accepts submit() in the same task that adds or enables the element', async () => {
    const element = createElement(service, 'card_1');
    page.append(element);
    const invalid = { kind: 'invalid', field: 'new', problem: 'missing' };
    expect(await element.submit()).to.deep.equal(invalid);
    expect(await newPin()).to.include({ focused: true, invalid: true });
    element.disabled = true;
    await element.updateComplete;
    element.disabled = false;
    expect(await element.submit()).to.deep.equal(invalid);
  });

  for (const [title, member, value] of [
    ['the browser has no custom states (Firefox 125, Safari 17.3)', 'states', undefined],
    ['setValidity() throws, and reports the error', 'setValidity', stub().throws(new Error('No'))],
  ] as const)
    it(`sets the PIN if ${title}`, async () => {
      const { prototype } = ElementInternals;
      const original = Object.getOwnPropertyDescriptor(prototype, member)!;
      Object.defineProperty(prototype, member, { configurable: true, value });
      const report = stub(window, 'reportError');
      try {
        const { element } = await embed(service, 'accepted');
        expect((await submitPin(element)).kind).to.equal('set');
      } finally {
        Object.defineProperty(prototype, member, original);
        report.restore();
      }
      expect(report.called).to.equal(value !== undefined);
    });

  const focusSearch = () => page.querySelector('input')!.focus();

  for (const [title, autofocus, act, focused] of [
    ['is focused with autofocus, even if it is added later', true, () => {}, 'set-card-pin'],
    ['leaves the focus on an element that the page has focused', true, focusSearch, 'input'],
    ['doesn’t take the focus by default', false, () => {}, 'body'],
  ] as const)
    it(title, async () => {
      act();
      const element = Object.assign(createElement(service, ''), { autofocus });
      const ready = next(element, 'pin-ready');
      page.append(element);
      await ready;
      // By the time that a frame answers, it has handled everything before.
      expect((await element.submit()).kind).to.equal('misconfigured');
      expect(document.activeElement?.localName).to.equal(focused);
    });

  inModes(['inline'], 'slots, which a frame does not have', () => {
    it('doesn’t interfere with typing in slotted content', async () => {
      const element = createElement(service, 'card_1');
      element.innerHTML = '<input slot="help" aria-label="Other" />';
      const ready = next(element, 'pin-ready');
      page.append(element);
      await ready;
      const keys: string[] = [];
      element.addEventListener('keydown', ({ key }) => keys.push(key));
      element.querySelector('input')!.focus();
      await type('7x');
      expect(keys).to.deep.equal(['7', 'x']);
      expect((await find('textbox', 'Other')).value).to.equal('7x');
    });
  });
});
