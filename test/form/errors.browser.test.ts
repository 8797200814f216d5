import { expect } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { recordAnnouncements } from '../support/browser/announcements.js';
import {
  alert,
  confirmation,
  enterPin,
  find,
  newPin,
  press,
  revealNewPin,
  status,
  type,
} from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { embed, goOffline, goOnline, listen, next, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> errors', () => {
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

  for (const [pin, confirm, field, problem, message] of [
    ['482', '482', 'new', 'too-short', 'Enter all 4'],
    ['7777', '7777', 'new', 'repeated', 'The same digit'],
    ['4826', '4827', 'confirm', 'mismatch', 'don’t match'],
  ] as const)
    it(`shows an error at its field, sends nothing and keeps what was typed: "${pin}" and "${confirm}"`, async () => {
      await enterPin(element, pin, confirm);
      const ended = next(element, 'pin-error');
      await press('Enter');
      const event = await ended;
      expect(event.outcome).to.deep.equal({ kind: 'invalid', field, problem });
      expect(event.retryable).to.equal(false);
      const concerned = field === 'new' ? await newPin() : await confirmation();
      expect(concerned).to.include({ invalid: true, focused: true });
      expect(concerned.description).to.contain(message);
      expect(concerned.description).not.to.contain(pin);
      expect((await newPin()).value).to.equal('•'.repeat(pin.length));
      expect(await service.requests(cardId)).to.have.length(0);
    });

  it('shows no error in an empty form before the submit', async () => {
    await press('Tab', 'Tab', 'Tab');
    expect((await newPin()).invalid).to.equal(false);
    expect([await status(), await alert()]).to.deep.equal(['', '']);
    await press('Enter');
    expect(await newPin()).to.include({ invalid: true, focused: true });
    expect((await newPin()).description).to.contain('Enter 4 digits');
  });

  it('shows an error at an incomplete field once the focus leaves it, in place of its hint', async () => {
    const hint = '4 digits. Avoid dates and sequences.';
    await type('48');
    expect(await newPin()).to.include({ invalid: false, description: hint });
    await press('Tab');
    expect(await newPin()).to.include({ invalid: true, description: 'Enter all 4 digits.' });
  });

  it('shows a mismatch once the focus leaves the confirmation, at the confirmation only', async () => {
    await enterPin(element, '4826', '482');
    expect((await confirmation()).invalid).to.equal(false);
    await type('7');
    expect((await confirmation()).invalid).to.equal(false);
    await press('Tab');
    expect((await confirmation()).description).to.contain('don’t match');
    expect((await newPin()).invalid).to.equal(false);
  });

  for (const [confirm, digit, isWrong] of [
    ['4827', '7', false],
    ['4827', '8', true],
    ['4826', '7', true],
  ] as const)
    it(`checks the confirmation ${confirm} again after an edit of the new PIN to 482${digit}`, async () => {
      await enterPin(element, '4826', confirm);
      await press('Tab', 'Shift+Tab');
      expect((await confirmation()).invalid).to.equal(confirm === '4827');
      await press('Shift+Tab', 'End', 'Backspace');
      await type(digit);
      expect((await confirmation()).invalid).to.equal(false);
      await press('Tab');
      expect((await confirmation()).invalid).to.equal(isWrong);
      expect((await newPin()).invalid).to.equal(false);
    });

  inModes(['inline'], 'a fake clock of the page, which doesn’t change the frame’s clock', () => {
    it('keeps an error until its field is edited, even after ten minutes', async () => {
      const clock = useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
      try {
        await enterPin(element, '48', '48');
        await press('Tab');
        clock.tick(10 * 60_000);
        await element.updateComplete;
        expect((await newPin()).invalid).to.equal(true);
        expect((await confirmation()).invalid).to.equal(true);
      } finally {
        clock.restore();
      }
      await press('Shift+Tab', 'Shift+Tab', 'End');
      await type('2');
      expect((await newPin()).invalid).to.equal(false);
      expect((await confirmation()).description).to.contain('Enter all 4 digits.');
    });
  });

  it('announces no error that a screen reader reads with the focused field', async () => {
    await enterPin(element, '7777');
    const recording = await recordAnnouncements();
    await press('Enter');
    await until(async () => (await newPin()).focused);
    // The focus has moved to the field, so a screen reader reads its description.
    expect(await recording.stop()).to.deep.equal([]);
    expect((await newPin()).description).to.contain('The same digit repeated');
  });

  it('announces an error at a field that already has the focus', async () => {
    const recording = await recordAnnouncements();
    await press('Enter');
    await until(async () => (await newPin()).invalid);
    expect(await recording.stop()).to.deep.equal(['assertive: Enter 4 digits for your new PIN.']);
  });

  for (const [name, [pin, confirm], sentence] of [
    ['an incomplete PIN', ['4826', '48'], 'Enter all 4 digits.'],
    ['a mismatch', ['4826', '4827'], 'The PINs don’t match. Enter the same PIN again.'],
  ] as const)
    it(`announces ${name} once, politely, when the focus leaves its field`, async () => {
      await enterPin(element, pin, confirm);
      const recording = await recordAnnouncements();
      await press('Tab');
      await until(async () => (await status()) !== '');
      await press('Shift+Tab', 'Tab');
      expect(await recording.stop()).to.deep.equal([`polite: ${sentence}`]);
    });

  describe('the end of a submit is announced once', () => {
    it('politely if the PIN is set and the focus is elsewhere', async () => {
      await enterPin(element, '4826');
      const elsewhere = document.createElement('button');
      document.body.append(elsewhere);
      elsewhere.focus();
      const recording = await recordAnnouncements();
      await element.submit();
      const [announcement, ...others] = (await recording.stop()).filter((text) =>
        text.includes('is set'),
      );
      expect(announcement).to.match(
        /^polite: Your new PIN is set\. For the card ending in \d{4}\.$/,
      );
      expect(others).to.deep.equal([]);
      elsewhere.remove();
    });

    for (const [behaviour, sentence] of [
      ['denied', 'Contact your card provider to set the PIN'],
      // The focus moves to a new field, which Firefox doesn’t let Orca read.
      ['weak-pin', 'That PIN is too easy to guess'],
    ] as const)
      it(`assertively if the submit fails: ${behaviour}`, async () => {
        element.getClientToken = () => service.token(element.cardId);
        element.cardId = await service.card(behaviour);
        await enterPin(element, '4826');
        const recording = await recordAnnouncements();
        const ended = next(element, 'pin-error');
        await press('Enter');
        await ended;
        await until(async () => (await alert()) !== '');
        // A submit that takes a moment is announced too.
        const [announcement, ...others] = (await recording.stop()).filter(
          (text) => !text.includes('Setting your PIN'),
        );
        expect(announcement).to.contain(`assertive: ${sentence}`);
        expect(others).to.deep.equal([]);
      });
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
    ] as const) {
      it(`is replaced by the next digits, ${how}`, async () => {
        await fail('4826', '4827', ...keys);
        expect((await confirmation()).focused).to.equal(true);
        await type('4826');
        expect(await confirmation()).to.include({ invalid: false });
        await expectSet('4826');
      });

      it(`changes by one digit once the caret has moved, ${how}`, async () => {
        await fail('4826', '4827', ...keys);
        await press('End', 'Backspace');
        expect((await confirmation()).value).to.have.length(3);
        await type('6');
        await expectSet('4826');
      });
    }

    it('is replaced by the next digits if its PIN is guessable', async () => {
      await fail('7777', '7777');
      expect((await newPin()).focused).to.equal(true);
      await type('4826');
      await press('Tab');
      await type('4826');
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

  describe('without a confirmation', () => {
    beforeEach(async () => {
      element.noConfirm = true;
      await element.updateComplete;
    });

    it('has one field and one reveal button, and sets the PIN with Enter', async () => {
      const events = listen(element);
      element.focus();
      await type('4826');
      await press('Tab');
      expect(await find('button', 'Show PIN')).to.include({ name: 'Show PIN', focused: true });
      await press('Tab');
      expect(await find('button', 'Set PIN')).to.include({ focused: true });
      const done = next(element, 'pin-set');
      await press('Shift+Tab', 'Shift+Tab', 'Enter');
      await done;
      expect(await service.has(cardId, '4826')).to.equal(true);
      expect(events.map((event) => event.type)).to.deep.equal(['pin-change', 'pin-set']);
    });

    it('has a property with its attribute’s name, a boolean, which Vue sets', async () => {
      expect(element).to.have.property('no-confirm', true);
      Object.assign(element, { 'no-confirm': false });
      element.focus();
      await type('4826');
      expect(await element.submit()).to.include({ kind: 'invalid', field: 'confirm' });
    });

    it('empties the fields when it changes', async () => {
      element.focus();
      await type('4826');
      element.noConfirm = false;
      expect(await element.submit()).to.include({ kind: 'invalid', problem: 'missing' });
      await enterPin(element, '4826');
      element.noConfirm = true;
      expect(await element.submit()).to.include({ kind: 'invalid', problem: 'missing' });
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
