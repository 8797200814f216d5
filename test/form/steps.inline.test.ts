import { expect } from '@open-wc/testing';
import { click, exists, newPin, press, readTree, type } from '../support/browser/cardholder.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { next, until } from '../support/browser/page.js';

/** Resolves once the only field is the one with this label. */
const showsOnly = (label: string) =>
  until(async () => {
    const fields = (await readTree()).filter(({ role }) => role === 'textbox');
    return String(fields.map(({ name }) => name)) === label;
  });

// `course.test.ts` and `entry.test.ts` have what submits and what leads to the next field.
describe('<set-card-pin> with one field at a time', () => {
  it('continues after a valid new PIN, lets the cardholder start again, and sets the PIN', async () => {
    element.flow = 'steps';
    await showsOnly('New PIN');
    expect(await exists('button', 'Show PIN in both fields')).to.equal(false);
    element.focus();
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
    const done = next(element, 'pin-set');
    await press(...'48264826', 'Enter');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });
});
