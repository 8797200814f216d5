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
import { element } from '../support/browser/new-element.js';
import { listen, submitPin } from '../support/browser/page.js';

describe('<set-card-pin> guessable PINs', () => {
  const refusedAs = (problem: string) => ({ kind: 'invalid', field: 'new', problem });

  it('get a hint, announced politely and without an error, until they are edited or submitted', async () => {
    const advice = 'Digits that count up or down are easy to guess. Choose another PIN.';
    await type('3456');
    const { description, invalid, value } = await newPin();
    expect({ description, invalid, value }).to.deep.equal({
      description: advice,
      invalid: false,
      value: '••••',
    });
    expect([await status(), await alert()]).to.deep.equal([advice, '']);
    await press('Backspace');
    expect((await newPin()).description).not.to.contain('easy to guess');
    expect(await status()).to.equal('');

    await type('6');
    expect(await element.submit()).to.deep.equal(refusedAs('sequence'));
    expect(await newPin()).to.include({ invalid: true, description: advice });
    expect([await status(), await alert()]).to.deep.equal(['', advice]);
  });

  describe('that the page denies', () => {
    it('are exposed neither in the page nor in an event', async () => {
      const events = listen(element);
      element.deniedPins = ['1204', '8412'];
      expect(await submitPin(element, '8412')).to.deep.equal(refusedAs('personal'));
      expect((await newPin()).description).to.contain('Someone who knows you could guess');
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
