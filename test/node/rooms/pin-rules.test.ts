import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  confirmationProblem,
  isPinLength,
  parsePinRules,
  pinProblem,
  type PinRule,
} from '../../../src/pin-rules.js';

/** Every PIN of four digits. */
const PINS = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'));

const refusedBy = (rule: PinRule) => PINS.filter((pin) => pinProblem(pin, 4, [rule]) === rule);

describe('pin-rules', () => {
  it('refuses ten of the 10,000 PINs as repeated', () => {
    const refused = refusedBy('repeated');
    assert.equal(refused.length, 10);
    assert.ok(refused.includes('0000'));
    assert.ok(refused.includes('7777'));
  });

  it('refuses twenty of the 10,000 PINs as sequences, up and down, past 9 and 0', () => {
    const refused = refusedBy('sequence');
    assert.equal(refused.length, 20);
    for (const pin of ['0123', '6789', '7890', '9012', '4321', '2109'])
      assert.ok(refused.includes(pin), pin);
    for (const pin of ['1235', '1357', '1122']) assert.ok(!refused.includes(pin), pin);
  });

  it('refuses nothing by a rule that is not asked for', () => {
    assert.equal(pinProblem('1234', 4, []), undefined);
    assert.equal(pinProblem('1234', 4, ['repeated']), undefined);
  });

  it('tells of the length before anything else', () => {
    assert.equal(pinProblem('', 4, []), 'missing');
    assert.equal(pinProblem('111', 4, ['repeated']), 'too-short');
    assert.equal(pinProblem('11111', 4, ['repeated']), 'too-long');
  });

  it('compares the confirmation once it is complete', () => {
    assert.equal(confirmationProblem('', '4826', 4), 'missing');
    assert.equal(confirmationProblem('48', '4826', 4), 'too-short');
    assert.equal(confirmationProblem('48261', '4826', 4), 'too-long');
    assert.equal(confirmationProblem('4827', '4826', 4), 'mismatch');
    assert.equal(confirmationProblem('4826', '4826', 4), undefined);
  });

  it('reads the names of rules, and takes no other word', () => {
    assert.deepEqual(parsePinRules('repeated sequence'), ['repeated', 'sequence']);
    assert.deepEqual(parsePinRules('  sequence\n'), ['sequence']);
    assert.deepEqual(parsePinRules('none'), []);
    assert.equal(parsePinRules(' '), undefined);
    assert.equal(parsePinRules('none repeated'), undefined);
    assert.equal(parsePinRules('Repeated'), undefined);
    assert.equal(parsePinRules('toString'), undefined);
  });

  it('takes 4 to 12 digits for a PIN', () => {
    const lengths = [-1, 0, 3, 4, 4.5, 12, 13, Number.NaN, '4', null];
    assert.deepEqual(lengths.filter(isPinLength), [4, 12]);
  });
});
