import { expect } from '@open-wc/testing';
import type { SetCardPinElement } from '../../src/index.js';
import {
  click,
  confirmation,
  exists,
  focusOn,
  newPin,
  press,
  readTree,
  type,
} from '../support/browser/cardholder.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { next, until } from '../support/browser/page.js';

/** Resolves once the only field is the one with this label. */
async function showsOnly(label: string): Promise<void> {
  await until(async () => {
    const fields = (await readTree()).filter(({ role }) => role === 'textbox');
    return String(fields.map(({ name }) => name)) === label;
  });
}

describe('<set-card-pin> with less to press', () => {
  /** Changes the settings, and focuses the first field. Returns a check that the PIN is set. */
  const change = async (settings: Partial<SetCardPinElement>) => {
    Object.assign(element, settings);
    if (settings.flow) await showsOnly('New PIN');
    await focusOn(await newPin());
    const done = next(element, 'pin-set');
    return async () => {
      await done;
      expect(await service.has(cardId, '4826')).to.equal(true);
    };
  };

  for (const [how, settings, keys] of [
    ['one field at a time, without a wait', { flow: 'steps' }, [...'48264826', 'Enter']],
    ['its last digit', { autoSubmit: true }, [...'4826', 'Enter', ...'4826']],
    ['the last digit of its only field', { autoSubmit: true, noConfirm: true }, [...'4826']],
    ['nothing but its digits', { autoSubmit: true, flow: 'steps' }, [...'48264826']],
  ] as const)
    it(`sets a PIN with ${how}`, async () => {
      const expectSet = await change(settings);
      const says = (await newPin()).description.includes('The last digit sets your PIN.');
      expect(says).to.equal(element.autoSubmit);
      const isOfBoth = !('noConfirm' in settings || 'flow' in settings);
      expect(await exists('button', 'Show PIN in both fields')).to.equal(isOfBoth);
      await press(...keys);
      await expectSet();
    });

  it('submits a confirmation that differs with its last digit, and then the next one', async () => {
    const expectSet = await change({ autoSubmit: true });
    const failed = next(element, 'pin-error');
    await press(...'4826', 'Enter', ...'4827');
    expect((await failed).outcome.kind).to.equal('invalid');
    await until(async () => (await confirmation()).invalid);
    expect(await service.requests(cardId)).to.have.length(0);
    await press(...'4826');
    await expectSet();
  });

  it('does not leave a new PIN that a rule refuses, or that is too short', async () => {
    await change({ flow: 'steps' });
    await type('1234');
    await showsOnly('New PIN');
    await click('button', 'Continue');
    await until(async () => (await newPin()).invalid);
    await showsOnly('New PIN');
    await type('48');
    await press('Enter');
    await until(async () => (await newPin()).invalid);
    await showsOnly('New PIN');
    await type('26');
    await showsOnly('Confirm new PIN');
  });

  it('has a way back from the confirmation, which begins again', async () => {
    await change({ flow: 'steps' });
    expect(await exists('button', 'Choose another PIN')).to.equal(false);
    await type('4826');
    await showsOnly('Confirm new PIN');
    await click('button', 'Choose another PIN');
    await showsOnly('New PIN');
    await until(async () => (await newPin()).focused);
    expect(element.validity.valueMissing).to.equal(true);
  });
});
