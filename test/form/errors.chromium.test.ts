import { expect, fixture, html } from '@open-wc/testing';
import {
  alert,
  confirmation,
  enterPin,
  newPin,
  press,
  readTree,
  revealNewPin,
  status,
  type,
} from '../support/browser/cardholder.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { goOffline, goOnline, listen, next, submitPin, until } from '../support/browser/page.js';

// `sentences.test.ts` has the errors that an edit shows and removes, and `typing.browser.test.ts`
// how the digits of a wrong field are replaced.
describe('<set-card-pin> errors', () => {
  it('shows no error in an empty form before the submit', async () => {
    await press('Tab', 'Tab', 'Tab');
    expect((await newPin()).invalid).to.equal(false);
    expect([await status(), await alert()]).to.deep.equal(['', '']);
    await press('Enter');
    await until(async () => (await newPin()).invalid);
    const { focused, description } = await newPin();
    expect(focused).to.equal(true);
    expect(description).to.contain('Enter 4 digits');
    // The focus has moved there, so a screen reader reads the description.
    expect(await alert()).to.equal('');
    expect(await service.requests(cardId)).to.have.length(0);
  });

  it('shows an error at an incomplete field once the focus leaves it, in place of its hint', async () => {
    const hint = '4 digits. Avoid dates and sequences.';
    await type('48');
    expect(await newPin()).to.include({ invalid: false, description: hint });
    await press('Tab');
    expect(await newPin()).to.include({ invalid: true, description: 'Enter all 4 digits.' });
    expect([await status(), await alert()]).to.deep.equal(['Enter all 4 digits.', '']);
    // A submit keeps these digits, so that the missing ones can be added.
    await press('Enter');
    await type('26');
    expect(await revealNewPin()).to.equal('4826');
  });

  // Firefox doesn’t let Orca read the description of a new field, which a refusal makes.
  for (const [what, behaviour, pin, keys, said] of [
    ['an error of the field with the focus', 'accepted', '', ['Shift+Tab'], 'Enter 4 digits for'],
    ['a refusal', 'weak-pin', '4826', [], 'That PIN is too easy to guess'],
  ] as const)
    it(`announces ${what} assertively`, async () => {
      element.cardId = await service.card(behaviour);
      element.clientToken = await service.token(element.cardId);
      await enterPin(element, pin);
      await press(...keys, 'Enter');
      await until(async () => (await newPin()).invalid);
      expect(await alert()).to.contain(said);
    });

  it('announces politely that the PIN is set, if the focus is elsewhere', async () => {
    const other = await fixture<HTMLElement>(html`<button>Elsewhere</button>`);
    await enterPin(element, '4826');
    other.focus();
    await element.submit();
    expect(await status()).to.match(/^Your new PIN is set\. For the card ending in \d{4}\.$/);
  });

  it('focuses a wrong field when the focus comes back, so that the next digits replace its own', async () => {
    await enterPin(element, '4826', '4827');
    await press('Tab');
    expect((await confirmation()).invalid).to.equal(true);
    (document.activeElement as HTMLElement).blur();
    element.focus();
    await until(async () => (await confirmation()).focused);
    await type('4826');
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('announces that there is no network before a submit, and removes the message when there is one', async () => {
    await goOffline();
    await element.updateComplete;
    const notice = 'You seem to be offline. Check your connection and try again.';
    expect(await status()).to.equal(notice);
    await type('7777');
    expect(await status(), 'with a hint').to.match(/^You seem to be offline\. .+ easy to guess\./);
    await press('Backspace');
    expect(await status()).to.equal(notice);
    await goOnline();
    await element.updateComplete;
    expect(await status()).to.equal('');
  });

  const refusedAs = (problem: string) => ({ kind: 'invalid', field: 'new', problem });

  it('shows a hint about a guessable PIN, announced politely, until it is edited or submitted', async () => {
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

  describe('PINs that the page denies', () => {
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
