import { expect } from '@open-wc/testing';
import {
  click,
  enterPin,
  exists,
  find,
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

// `form-state.test.ts`, `sentences.test.ts` and `entry.test.ts` test what doesn't need a page.
describe('<set-card-pin> buttons', () => {
  it('has buttons for moving between the fields if it shows only one field at a time', async () => {
    element.flow = 'steps';
    await showsOnly('New PIN');
    expect(await exists('button', 'Show PIN in both fields')).to.equal(false);
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

  it('focuses a button that submits an unconfirmed PIN again', async () => {
    const again = 'Try the same PIN again';
    await service.answers(cardId, [{ execute: true, body: '' }]);
    await enterPin(element, '4826');
    await press('Tab', 'Tab');
    expect(await find('button', 'Set PIN')).to.include({ focused: true });
    await press('Enter');
    expect(await find('button', again)).to.include({ focused: true });
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
    const [first, ...others] = await service.requests(cardId);
    expect(others.map(({ repeats }) => repeats)).to.deep.equal([first!.id]);
  });
});
