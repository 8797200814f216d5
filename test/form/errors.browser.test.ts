import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
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

  describe('announces', () => {
    const enter = (pin: string, confirm?: string) => () => enterPin(element, pin, confirm);
    const submitTo = (behaviour: SandboxBehaviour) => async () => {
      element.getClientToken = () => service.token(element.cardId);
      element.cardId = await service.card(behaviour);
      await enterPin(element, '4826');
    };
    const leave = async () => {
      await press('Tab');
      await until(async () => (await status()) !== '');
      await press('Shift+Tab', 'Tab');
    };
    const submitFrom = (elsewhere: boolean) => async () => {
      const other = await fixture<HTMLElement>(html`<button>Elsewhere</button>`);
      if (!elsewhere) return press('Enter');
      other.focus();
      await element.submit();
    };
    const submit = submitFrom(false);

    for (const [what, prepare, act, expected] of [
      // The focus moves to the field, so a screen reader reads its description.
      ['no error that is read with the focused field', enter('7777'), submit, undefined],
      [
        'an error at a field that already has the focus',
        enter('', ''),
        () => press('Shift+Tab').then(submit),
        /^assertive: Enter 4 digits for your new PIN\.$/,
      ],
      [
        'an incomplete PIN once, politely, when the focus leaves its field',
        enter('4826', '48'),
        leave,
        /^polite: Enter all 4 digits\.$/,
      ],
      [
        'a mismatch once, politely, when the focus leaves its field',
        enter('4826', '4827'),
        leave,
        /^polite: The PINs don’t match\. Enter the same PIN again\.$/,
      ],
      [
        'that the PIN is set once, politely, if the focus is elsewhere',
        enter('4826'),
        submitFrom(true),
        /^polite: Your new PIN is set\. For the card ending in \d{4}\.$/,
      ],
      [
        'a failure once, assertively',
        submitTo('denied'),
        submit,
        /^assertive: Contact your card provider to set the PIN/,
      ],
      // The focus moves to a new field, which Firefox doesn’t let Orca read.
      [
        'a refusal once, assertively',
        submitTo('weak-pin'),
        submit,
        /^assertive: That PIN is too easy to guess/,
      ],
    ] as readonly (readonly [
      string,
      () => Promise<void>,
      () => Promise<void>,
      RegExp | undefined,
    ])[])
      it(what, async () => {
        await prepare();
        const recording = await recordAnnouncements();
        await act();
        await until(async () =>
          expected
            ? [`polite: ${await status()}`, `assertive: ${await alert()}`].some((text) =>
                expected.test(text),
              )
            : (await newPin()).invalid,
        );
        // A token or a submit that takes a moment is announced too.
        const announced = (await recording.stop()).filter(
          (text) => !/Connecting|Setting/.test(text),
        );
        expect(announced).to.have.length(expected ? 1 : 0);
        if (expected) expect(announced[0]).to.match(expected);
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

  it('has one field without a confirmation, and one reveal button', async () => {
    // Vue sets a property with the attribute’s name.
    Object.assign(element, { 'no-confirm': true });
    await element.updateComplete;
    const events = listen(element);
    element.focus();
    await type('4826');
    await press('Tab');
    expect(await find('button', 'Show PIN')).to.include({ name: 'Show PIN', focused: true });
    const done = next(element, 'pin-set');
    await press('Shift+Tab', 'Enter');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
    expect(events.map((event) => event.type)).to.deep.equal(['pin-change', 'pin-set']);
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
