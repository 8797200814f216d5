import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import {
  confirmation,
  enterPin,
  newPin,
  press,
  revealNewPin,
  type,
} from '../support/browser/cardholder.js';
import { embed, next, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin> retyping', () => {
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

  const submit = async () => {
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
    describe(`with the PIN ${how}`, () => {
      it('replaces the confirmation after a mismatch', async () => {
        await enterPin(element, '4826', '4827');
        await press(...keys);
        await submit();
        expect((await confirmation()).focused).to.equal(true);
        await type('4826');
        expect(await confirmation()).to.include({ invalid: false });
        await expectSet('4826');
      });

      it('replaces a guessable PIN', async () => {
        await enterPin(element, '7777');
        await press(...keys);
        await submit();
        expect((await newPin()).focused).to.equal(true);
        await type('4826');
        await press('Tab');
        await type('4826');
        await expectSet('4826');
      });

      it('empties a wrong field with Backspace', async () => {
        await enterPin(element, '4826', '4827');
        await press(...keys);
        await submit();
        await press('Backspace');
        expect(await confirmation()).to.include({ value: '', invalid: false });
      });

      it('changes one digit of a wrong field once the caret has moved', async () => {
        await enterPin(element, '4826', '4827');
        await press(...keys);
        await submit();
        await press('End', 'Backspace');
        expect((await confirmation()).value).to.have.length(3);
        await type('6');
        await expectSet('4826');
      });
    });

  it('keeps the digits of a PIN that is too short, so that the missing ones can be added', async () => {
    await type('48');
    await submit();
    await type('26');
    expect(await revealNewPin()).to.equal('4826');
  });

  it('replaces what is wrong when the focus comes back to it', async () => {
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
