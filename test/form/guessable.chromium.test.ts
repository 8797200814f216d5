import { expect, fixture, html } from '@open-wc/testing';
import { SetCardPinElement } from '../../src/index.js';
import {
  alert,
  confirmation,
  enterPin,
  newPin,
  press,
  readTree,
  status,
  type,
} from '../support/browser/cardholder.js';
import { createElement, embed, listen, next } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const PERSONAL = 'Someone who knows you could guess this PIN. Choose another PIN.';

describe('<set-card-pin> guessable PINs', () => {
  let service: Service;
  let element: SetCardPinElement;
  let cardId: string;
  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    ({ element, cardId } = await embed(service, 'accepted'));
    element.focus();
  });

  /** Submits a PIN, and expects that nothing is sent. */
  const submitRefused = async (pin: string) => {
    await enterPin(element, pin);
    const outcome = await element.submit();
    expect(await service.requests(cardId)).to.have.length(0);
    element.reset();
    return outcome;
  };
  const refusedAs = (problem: string) => ({ kind: 'invalid', field: 'new', problem });

  for (const [pin, problem] of [
    ['4747', 'common'],
    ['2580', 'common'],
    ['1987', 'year'],
  ] as const) {
    it(`refuses ${pin} by the rule ${problem}`, async () => {
      element.pinRules = 'common year';
      expect(await submitRefused(pin)).to.deep.equal(refusedAs(problem));
    });
  }

  it('applies no rule that the page does not name', async () => {
    element.pinRules = 'common year';
    await enterPin(element, '3456');
    expect((await element.submit()).kind).to.equal('set');
  });

  describe('while a PIN is typed', () => {
    it('announces a hint politely, and shows no error, once the PIN is complete', async () => {
      await type('345');
      expect((await newPin()).description).not.to.contain('easy to guess');
      expect(await status()).to.equal('');
      await type('6');
      const { description, invalid, value } = await newPin();
      expect({ invalid, value }).to.deep.equal({ invalid: false, value: '••••' });
      const advice = 'Digits that count up or down are easy to guess. Choose another PIN.';
      expect(description).to.equal(advice);
      expect(await status()).to.equal(advice);
      expect(await alert()).to.equal('');
    });

    it('removes the hint when the PIN is edited', async () => {
      await type('3456');
      await press('Backspace');
      expect((await newPin()).description).not.to.contain('easy to guess');
      expect(await status()).to.equal('');
      await type('7');
      expect((await newPin()).description).not.to.contain('easy to guess');
    });

    it('keeps the hint when the focus leaves the field, and announces it once', async () => {
      await type('3456');
      await press('Tab');
      expect((await newPin()).description).to.contain('easy to guess');
      expect((await newPin()).invalid).to.equal(false);
      await type('3');
      expect(await status()).to.equal('');
      expect((await newPin()).description).to.contain('easy to guess');
    });

    it('turns the hint into an error with the same words at the submit', async () => {
      await type('3456');
      const hint = await status();
      expect((await element.submit()).kind).to.equal('invalid');
      const { description, invalid } = await newPin();
      expect(invalid).to.equal(true);
      expect(description.split(hint)).to.have.length(2);
      expect(await alert()).to.equal(hint);
      expect(await status()).to.equal('');
    });

    it('shows no hint for a PIN that is hard to guess', async () => {
      await enterPin(element, '4826');
      expect((await newPin()).description).not.to.contain('guess');
      expect(await status()).to.equal('');
    });
  });

  describe('denied PINs', () => {
    it('are refused, after a hint', async () => {
      element.deniedPins = ['1204', '8412'];
      await type('8412');
      expect((await newPin()).description).to.contain(PERSONAL);
      expect(await submitRefused('8412')).to.deep.equal(refusedAs('personal'));
      expect(await submitRefused('1204')).to.deep.equal(refusedAs('personal'));
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('set');
    });

    it('are exposed neither in the page nor in an event', async () => {
      const events = listen(element);
      element.deniedPins = ['8412'];
      await enterPin(element, '8412');
      await element.submit();
      expect(element.deniedPins).to.equal(undefined);
      const inEvents = events.map((event) => Object.values(event));
      const inPage = [Object.values(element).map(String), document.documentElement.outerHTML];
      expect(JSON.stringify([inEvents, inPage, await readTree()])).not.to.contain('8412');
      expect(events.map(({ type }) => type)).to.include('pin-error');
    });

    it('can’t be used to guess the PIN: a change empties the fields at once', async () => {
      await enterPin(element, '4826');
      element.deniedPins = ['4826'];
      expect(await element.submit()).to.deep.equal(refusedAs('missing'));
      expect((await newPin()).value).to.equal('');
    });

    it('are copied, so that a change of the page’s array has no effect', async () => {
      const pins = ['8412'];
      element.deniedPins = pins;
      await enterPin(element, '4826');
      pins[0] = '4826';
      element.deniedPins = ['8412'];
      expect((await element.submit()).kind).to.equal('set');
    });

    it('leave the fields unchanged when a framework sets the same list again', async () => {
      element.deniedPins = undefined;
      await type('4826');
      element.deniedPins = null;
      element.deniedPins = [];
      expect((await newPin()).value).to.equal('••••');
      element.deniedPins = ['8412'];
      await type('4826');
      element.deniedPins = ['8412'];
      expect((await newPin()).value).to.equal('••••');
    });

    it('end the submit as misconfigured if one is malformed, and no outcome quotes them', async () => {
      element.deniedPins = ['8412', '84l2'];
      await enterPin(element, '4826');
      const failed = next(element, 'pin-error');
      await press('Enter');
      const { outcome } = await failed;
      expect(outcome).to.include({ kind: 'misconfigured', attribute: 'deniedPins' });
      expect(JSON.stringify(outcome)).not.to.match(/84/);
      expect((await confirmation()).value).to.equal('');
      expect(await service.requests(cardId)).to.have.length(0);
    });

    it('apply if they were set before the element was defined', async () => {
      const early = createElement(service, cardId, 'early-denied');
      early.deniedPins = ['4826'];
      const ready = next(early, 'pin-ready');
      (await fixture(html`<div></div>`)).append(early);
      element.remove();
      customElements.define('early-denied', class extends SetCardPinElement {});
      await ready;
      await enterPin(early, '4826');
      expect(await early.submit()).to.deep.equal(refusedAs('personal'));
    });
  });
});
