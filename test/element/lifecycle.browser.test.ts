import { expect, fixture, html } from '@open-wc/testing';
import { SetCardPinElement } from '../../src/index.js';
import { enterPin, exists, find, newPin, type } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { createElement, embed, next, submitPin } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> lifecycle', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  it('applies properties that were set before it was defined, a token rather than the markup’s', async () => {
    class Late extends SetCardPinElement {}
    const cardId = await service.card('accepted');
    const stage = await fixture(html`<div></div>`);
    const element = createElement(service, cardId, 'late-set-card-pin');
    const clientToken = await service.token(cardId);
    Object.assign(element, { pinLength: 6, deniedPins: ['159263'], clientToken });
    element.setAttribute('client-token', 'stale');
    stage.append(element);
    const ready = next(element, 'pin-ready');
    customElements.define('late-set-card-pin', Late);
    expect(element.hasAttribute('client-token')).to.equal(false);
    await ready;
    expect(element).not.to.have.any.keys('clientToken', 'deniedPins');
    expect(element.clientToken).to.equal(undefined);
    expect(await submitPin(element, '159263')).to.include({ problem: 'personal' });
    element.reset();
    expect((await submitPin(element, '482615')).kind).to.equal('set');
    expect(await service.requests(cardId)).to.have.length(1);
  });

  it('accepts a submit in the task that adds it to the page or enables it', async () => {
    const stage = await fixture(html`<div></div>`);
    const element = createElement(service, 'card_1');
    stage.append(element);
    const invalid = { kind: 'invalid', field: 'new', problem: 'missing' };
    expect(await element.submit()).to.deep.equal(invalid);
    expect(await newPin()).to.include({ focused: true, invalid: true });
    element.disabled = true;
    await element.updateComplete;
    element.disabled = false;
    expect(await element.submit()).to.deep.equal(invalid);
  });

  inModes(['inline'], 'slots, which a frame does not have', () => {
    it('leaves the keys and the text of slotted content unchanged', async () => {
      const element = await fixture<SetCardPinElement>(
        html`<set-card-pin><input slot="help" aria-label="Other" /></set-card-pin>`,
      );
      const keys: string[] = [];
      element.addEventListener('keydown', ({ key }) => keys.push(key));
      element.querySelector('input')!.focus();
      await type('7x');
      expect(keys).to.deep.equal(['7', 'x']);
      expect((await find('textbox', 'Other')).value).to.equal('7x');
    });

    it('shows the content of the slot success with the panel, and not before', async () => {
      const { element } = await embed(service, 'accepted');
      element.innerHTML = '<a slot="success" href="#cards">Back to your cards</a>';
      expect(await exists('link', 'Back')).to.equal(false);
      await enterPin(element, '4826');
      await element.submit();
      expect(await exists('link', 'Back to your cards')).to.equal(true);
    });
  });
});
