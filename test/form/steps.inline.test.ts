import { expect } from '@open-wc/testing';
import {
  click,
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
const showsOnly = (label: string) =>
  until(async () => {
    const fields = (await readTree()).filter(({ role }) => role === 'textbox');
    return String(fields.map(({ name }) => name)) === label;
  });

// `course.test.ts` and `entry.test.ts` have what submits and what leads to the next field.
describe('<set-card-pin> with less to press', () => {
  for (const [how, settings, label] of [
    ['in one field after the other', { autoSubmit: true, flow: 'steps' }, 'New PIN'],
    ['in its only field', { autoSubmit: true, noConfirm: true }, 'New PIN'],
    ['in two fields', { autoSubmit: true }, 'New PIN,Confirm new PIN'],
  ] as const)
    it(`sets a PIN by its digits ${how}, without a wait`, async () => {
      Object.assign(element, settings);
      await showsOnly(label);
      const { description } = await newPin();
      expect(description).to.contain('The last digit sets your PIN.');
      const isOfBoth = label !== 'New PIN';
      expect(await exists('button', 'Show PIN in both fields')).to.equal(isOfBoth);
      await focusOn(await newPin());
      const done = next(element, 'pin-set');
      const again = 'noConfirm' in settings ? '' : '4826';
      await press(...'4826', ...(isOfBoth ? ['Enter'] : []), ...again);
      await done;
      expect(await service.has(cardId, '4826')).to.equal(true);
    });

  it('stays at a refused new PIN, and has a way back from the confirmation, which begins again', async () => {
    element.flow = 'steps';
    await showsOnly('New PIN');
    await focusOn(await newPin());
    await type('1234');
    await click('button', 'Continue');
    await until(async () => (await newPin()).invalid);
    await showsOnly('New PIN');
    expect(await exists('button', 'Choose another PIN')).to.equal(false);
    await type('4826');
    await showsOnly('Confirm new PIN');
    await click('button', 'Choose another PIN');
    await showsOnly('New PIN');
    await until(async () => (await newPin()).focused);
    expect(element.validity.valueMissing).to.equal(true);
  });
});
