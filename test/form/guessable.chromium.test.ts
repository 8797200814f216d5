import { expect } from '@open-wc/testing';
import {
  alert,
  enterPin,
  newPin,
  press,
  readTree,
  status,
  type,
} from '../support/browser/cardholder.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { listen, submitPin } from '../support/browser/page.js';

const PERSONAL = 'Someone who knows you could guess this PIN. Choose another PIN.';

describe('<set-card-pin> guessable PINs', () => {
  const refusedAs = (problem: string) => ({ kind: 'invalid', field: 'new', problem });

  describe('while a PIN is typed', () => {
    it('announces a hint politely, and shows no error, until the PIN is edited or submitted', async () => {
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
      await press('Backspace');
      expect((await newPin()).description).not.to.contain('easy to guess');
      expect(await status()).to.equal('');

      await type('6');
      expect((await element.submit()).kind).to.equal('invalid');
      expect(await newPin()).to.include({ invalid: true, description: advice });
      expect(await alert()).to.equal(advice);
      expect(await status()).to.equal('');
    });
  });

  describe('denied PINs', () => {
    it('are refused, after a hint', async () => {
      element.deniedPins = ['1204', '8412'];
      await type('8412');
      expect((await newPin()).description).to.contain(PERSONAL);
      for (const pin of ['8412', '1204']) {
        element.reset();
        expect(await submitPin(element, pin)).to.deep.equal(refusedAs('personal'));
      }
      element.reset();
      expect((await submitPin(element)).kind).to.equal('set');
      expect(await service.requests(cardId)).to.have.length(1);
    });

    it('are exposed neither in the page nor in an event', async () => {
      const events = listen(element);
      element.deniedPins = ['8412'];
      await submitPin(element, '8412');
      expect(element.deniedPins).to.equal(undefined);
      const inEvents = events.map((event) => Object.values(event));
      const inPage = [Object.values(element).map(String), document.documentElement.outerHTML];
      expect(JSON.stringify([inEvents, inPage, await readTree()])).not.to.contain('8412');
      expect(events.map(({ type }) => type)).to.include('pin-error');
    });

    it('can’t be used to guess the PIN: a change empties the fields at once, the same list doesn’t', async () => {
      await enterPin(element, '4826');
      for (const none of [undefined, null, []]) element.deniedPins = none;
      expect(element.validity.valid).to.equal(true);
      for (const list of [['4826'], ['8412']]) {
        element.deniedPins = list;
        expect(await element.submit()).to.deep.equal(refusedAs('missing'));
        expect((await newPin()).value).to.equal('');
        await enterPin(element, '5937');
        element.deniedPins = [...list];
        expect(element.validity.valid).to.equal(true);
      }
    });
  });
});
