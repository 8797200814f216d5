import { expect, fixture, html } from '@open-wc/testing';
import { SetCardPinElement } from '../../src/index.js';
import {
  alert,
  enterPin,
  find,
  perceive,
  press,
  status,
  type,
} from '../support/browser/cardholder.js';
import { embed, listen, next } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const newPin = () => find('textbox', 'New PIN');
const confirmation = () => find('textbox', 'Confirm');

const PERSONAL = 'Somebody who knows you can guess this PIN. Choose another PIN.';

describe('<set-card-pin> and guessable PINs', () => {
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

  const refusal = async (pin: string) => {
    await enterPin(element, pin);
    const outcome = await element.submit();
    expect(await service.requests(cardId)).to.have.length(0);
    element.reset();
    return outcome;
  };
  const refusedAs = (problem: string) => ({ kind: 'invalid', field: 'new', problem });

  for (const [pin, problem] of [
    ['4747', 'common'],
    ['1987', 'year'],
    ['2552', 'palindrome'],
    ['1478', 'keypad'],
  ] as const) {
    it(`refuses ${pin} by the rule ${problem}`, async () => {
      element.pinRules = 'common year palindrome keypad';
      expect(await refusal(pin)).to.deep.equal(refusedAs(problem));
    });
  }

  it('refuses nothing by a rule that the page does not name', async () => {
    element.pinRules = 'common year palindrome keypad';
    await enterPin(element, '3456');
    expect((await element.submit()).kind).to.equal('set');
  });

  describe('while they are typed', () => {
    it('says so politely, as a hint at the field and no error, as soon as the PIN is complete', async () => {
      await type('345');
      expect((await newPin()).description).not.to.contain('easy to guess');
      expect(await status()).to.equal('');
      await type('6');
      const { description, invalid, value } = await newPin();
      expect({ invalid, value }).to.deep.equal({ invalid: false, value: '••••' });
      expect(description).to.match(/^Digits in a row are easy to guess\. .+ 4 digits\./);
      expect(await status()).to.equal('Digits in a row are easy to guess. Choose another PIN.');
      expect(await alert()).to.equal('');
    });

    it('takes the hint back when the PIN is edited', async () => {
      await type('3456');
      await press('Backspace');
      expect((await newPin()).description).not.to.contain('easy to guess');
      expect(await status()).to.equal('');
      await type('7');
      expect((await newPin()).description).not.to.contain('easy to guess');
    });

    it('keeps the hint when the field is left, and says it once', async () => {
      await type('3456');
      await press('Tab', 'Tab');
      expect((await newPin()).description).to.contain('easy to guess');
      expect((await newPin()).invalid).to.equal(false);
      await type('3');
      expect(await status()).to.equal('');
      expect((await newPin()).description).to.contain('easy to guess');
    });

    it('makes an error of the hint at the submit, in the same words', async () => {
      await type('3456');
      const hint = await status();
      expect((await element.submit()).kind).to.equal('invalid');
      const { description, invalid } = await newPin();
      expect(invalid).to.equal(true);
      expect(description.split(hint)).to.have.length(2);
      expect(await alert()).to.equal(hint);
      expect(await status()).to.equal('');
    });

    it('gives no hint where a PIN is hard to guess', async () => {
      await enterPin(element, '4826');
      expect((await newPin()).description).not.to.contain('guess');
      expect(await status()).to.equal('');
    });
  });

  describe('that the page denies', () => {
    it('are refused, with a hint first', async () => {
      element.deniedPins = ['1204', '8412'];
      await type('8412');
      expect((await newPin()).description).to.contain(PERSONAL);
      expect(await refusal('8412')).to.deep.equal(refusedAs('personal'));
      expect(await refusal('1204')).to.deep.equal(refusedAs('personal'));
      await enterPin(element, '4826');
      expect((await element.submit()).kind).to.equal('set');
    });

    it('stand nowhere in the page, nor in an event', async () => {
      const heard = listen(element);
      element.deniedPins = ['8412'];
      await enterPin(element, '8412');
      await element.submit();
      expect(element.deniedPins).to.equal(undefined);
      const told = heard.map((event) => Object.values(event));
      const kept = [Object.values(element).map(String), document.documentElement.outerHTML];
      expect(JSON.stringify([told, kept, await perceive()])).not.to.contain('8412');
      expect(heard.map(({ type }) => type)).to.include('pin-error');
    });

    it('can’t be used to search for the PIN: other ones empty the fields at once', async () => {
      await enterPin(element, '4826');
      element.deniedPins = ['4826'];
      expect(await element.submit()).to.deep.equal(refusedAs('missing'));
      expect((await newPin()).value).to.equal('');
    });

    it('can’t be changed from outside once they are set', async () => {
      const pins = ['8412'];
      element.deniedPins = pins;
      await enterPin(element, '4826');
      pins[0] = '4826';
      element.deniedPins = ['8412'];
      expect((await element.submit()).kind).to.equal('set');
    });

    it('leave the fields alone when a framework sets the same again', async () => {
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

    it('end a submit as misconfigured where they are malformed, and quote none', async () => {
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

    it('count when they were set before the element was defined', async () => {
      const early = document.createElement('early-denied') as SetCardPinElement;
      const { endpoint, frameSrc } = service;
      Object.assign(early, { endpoint, frameSrc, cardId, deniedPins: ['4826'] });
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
