import { expect } from '@open-wc/testing';
import { enterPin, find, newPin, press } from '../support/browser/cardholder.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { next, until } from '../support/browser/page.js';

describe('<set-card-pin> entry', () => {
  /** Returns what the page learns of the entry: its states, and the flags of its validity. */
  const learned = () => {
    const states = ['empty', 'complete'].filter((name) => element.matches(`:state(${name})`));
    const flags: string[] = [];
    const { validity } = element;
    for (const flag in validity) if (validity[flag as keyof ValidityState]) flags.push(flag);
    return [...states, ...flags].join(' ');
  };

  for (const [pin, confirmation, tells, field, problem, said] of [
    ['', '', 'empty valueMissing', 'New PIN', 'missing', 'Enter 4 digits'],
    // No more than the validity: digits in the confirmation alone count as empty.
    ['', '4826', 'empty valueMissing', 'New PIN', 'missing', 'Enter 4 digits'],
    ['3333', '3333', 'customError', 'New PIN', 'repeated', 'The same digit'],
    ['4826', '', 'valueMissing', 'Confirm', 'missing', 'again'],
    ['4826', '48', 'tooShort', 'Confirm', 'too-short', 'Enter all 4'],
    ['4826', '4827', 'customError', 'Confirm', 'mismatch', 'don’t match'],
  ] as const)
    it(`is “${tells}” for "${pin}" and "${confirmation}", which is reported at the field and not sent`, async () => {
      let invalidEvents = 0;
      element.addEventListener('invalid', () => invalidEvents++);
      await enterPin(element, pin, confirmation);
      expect(learned()).to.equal(tells);
      expect(element.checkValidity()).to.equal(false);
      expect(invalidEvents).to.equal(1);

      const isShown = async () => {
        const { invalid, focused, description } = await find('textbox', field);
        return invalid && focused && description.includes(said) && !description.includes('482');
      };
      expect(element.reportValidity()).to.equal(false);
      await until(isShown);
      const ended = next(element, 'pin-error');
      await press('Enter');
      const { outcome, retryable } = await ended;
      const name = field === 'New PIN' ? 'new' : 'confirm';
      expect(outcome).to.deep.equal({ kind: 'invalid', field: name, problem });
      expect(retryable).to.equal(false);
      await until(isShown);
      expect((await newPin()).value).to.equal('•'.repeat(pin.length));
      expect(await service.requests(cardId)).to.have.length(0);
    });

  it('is complete and valid, until the PIN is set or reset', async () => {
    await enterPin(element, '4826');
    expect(learned()).to.equal('complete valid');
    expect(element.reportValidity()).to.equal(true);
    expect((await element.submit()).kind).to.equal('set');
    expect(learned()).to.equal('valid');
    element.reset();
    expect(learned()).to.equal('empty valueMissing');
  });
});
