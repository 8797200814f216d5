import { expect, fixture, html } from '@open-wc/testing';
import {
  alert,
  confirmation,
  enterPin,
  newPin,
  press,
  revealNewPin,
  status,
  type,
} from '../support/browser/cardholder.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { goOffline, goOnline, next, until } from '../support/browser/page.js';

describe('<set-card-pin> errors', () => {
  it('shows no error in an empty form before the submit', async () => {
    await press('Tab', 'Tab', 'Tab');
    expect((await newPin()).invalid).to.equal(false);
    expect([await status(), await alert()]).to.deep.equal(['', '']);
    await press('Enter');
    expect(await newPin()).to.include({ invalid: true, focused: true });
    expect((await newPin()).description).to.contain('Enter 4 digits');
  });

  // `sentences.test.ts` has the errors that an edit shows and removes.
  it('shows an error at an incomplete field once the focus leaves it, in place of its hint', async () => {
    const hint = '4 digits. Avoid dates and sequences.';
    await type('48');
    expect(await newPin()).to.include({ invalid: false, description: hint });
    await press('Tab');
    expect(await newPin()).to.include({ invalid: true, description: 'Enter all 4 digits.' });
    expect([await status(), await alert()]).to.deep.equal(['Enter all 4 digits.', '']);
  });

  // The focus moves to a field with an error, so a screen reader reads its description. Firefox
  // doesn’t let Orca read that of a new field, which a refusal makes.
  for (const [what, behaviour, pin, keys, said] of [
    ['no error of a field that gets the focus', 'accepted', '7777', [], ''],
    ['an error of the field with the focus', 'accepted', '', ['Shift+Tab'], 'Enter 4 digits for'],
    ['a refusal', 'weak-pin', '4826', [], 'That PIN is too easy to guess'],
  ] as const)
    it(`announces ${what} assertively`, async () => {
      element.cardId = await service.card(behaviour);
      element.clientToken = await service.token(element.cardId);
      await enterPin(element, pin);
      await press(...keys, 'Enter');
      await until(async () => (await newPin()).invalid);
      if (said === '') expect(await alert()).to.equal('');
      else expect(await alert()).to.contain(said);
    });

  it('announces politely that the PIN is set, if the focus is elsewhere', async () => {
    const other = await fixture<HTMLElement>(html`<button>Elsewhere</button>`);
    await enterPin(element, '4826');
    other.focus();
    await element.submit();
    expect(await status()).to.match(/^Your new PIN is set\. For the card ending in \d{4}\.$/);
  });

  describe('a field that a submit found wrong', () => {
    const fail = async (pin: string, confirm: string, ...keys: readonly string[]) => {
      await enterPin(element, pin, confirm);
      await press(...keys);
      const ended = next(element, 'pin-error');
      await press('Enter');
      await ended;
      // The frame page renders the error later.
      await until(async () => (await newPin()).invalid || (await confirmation()).invalid);
    };

    const expectSet = async (pin: string) => {
      const done = next(element, 'pin-set');
      await press('Enter');
      await done;
      expect(await service.has(cardId, pin)).to.equal(true);
    };

    for (const [how, keys] of [
      ['masked', []],
      ['revealed', ['Tab', 'Enter', 'Shift+Tab']],
    ] as const)
      it(`is replaced by the next digits, ${how}`, async () => {
        await fail('4826', '4827', ...keys);
        expect((await confirmation()).focused).to.equal(true);
        await type('4826');
        expect(await confirmation()).to.include({ invalid: false });
        await expectSet('4826');
      });

    it('changes by one digit once the caret has moved', async () => {
      await fail('4826', '4827');
      await press('End', 'Backspace');
      expect((await confirmation()).value).to.have.length(3);
      await type('6');
      await expectSet('4826');
    });

    it('is emptied by Backspace', async () => {
      await fail('4826', '4827');
      await press('Backspace');
      expect(await confirmation()).to.include({ value: '', invalid: false });
    });

    it('keeps its digits if some are missing, so that they can be added', async () => {
      await fail('48', '');
      await type('26');
      expect(await revealNewPin()).to.equal('4826');
    });

    it('is replaced when the focus comes back to it', async () => {
      await enterPin(element, '4826', '4827');
      await press('Tab');
      expect((await confirmation()).invalid).to.equal(true);
      (document.activeElement as HTMLElement).blur();
      element.focus();
      await until(async () => (await confirmation()).focused);
      await type('4826');
      await expectSet('4826');
    });
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
});
