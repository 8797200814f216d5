import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PIN_RULES, readPinLength, readPinRules, type PinRule } from '../../src/pin/rule-names.js';
import { confirmationProblem, pinProblem } from '../../src/pin/rules.js';

/** Every PIN of four digits. */
const PINS = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'));

/** The number of PINs of four digits that each rule rejects, and PINs that it rejects or allows. */
const EXAMPLES: Readonly<
  Record<PinRule, readonly [count: number, rejected: string, allowed: string]>
> = {
  repeated: [10, '0000 7777 00000 777777 444444444444', '7776 6777 777767777 121212'],
  sequence: [
    20,
    '0123 6789 7890 9012 4321 2109 34567 890123 987654321098',
    '1235 1123 1357 0235 123457 98765431',
  ],
  common: [
    201,
    '7777 1122 11222 112233 777 4747 474747 123123 123412341234 111222333444 1234 4321 1342 1004 ' +
      '2580 0852 5683 2000 2001 1986 1998 123456 654321 159753 789456',
    '1123 1221 1211 112234 123124 12121 11222334 3456',
  ],
  year: [
    200,
    '1900 1999 2000 2099 19861 61986 204812 311988 012000',
    '1899 2100 9019 0190 119863 1201 111899',
  ],
};

describe('the PIN check', () => {
  for (const rule of PIN_RULES)
    it(`rejects only the PINs that the rule ${rule} forbids, at every length`, () => {
      const [count, ...lists] = EXAMPLES[rule];
      assert.equal(PINS.filter((pin) => pinProblem(pin, 4, rule) === rule).length, count);
      for (const [at, pins] of lists.entries())
        for (const pin of pins.split(' '))
          assert.equal(pinProblem(pin, pin.length, rule), at === 0 ? rule : undefined, pin);
    });

  it('reports the rule that the page lists first if several reject a PIN', () => {
    assert.equal(pinProblem('1111', 4, 'repeated common'), 'repeated');
    assert.equal(pinProblem('1111', 4, 'year common repeated'), 'common');
  });

  for (const [text, problem] of [
    [undefined, 'not-digits'],
    ['', 'missing'],
    ['111', 'too-short'],
    ['11111', 'too-long'],
  ] as const)
    it(`reports a wrong length or a non-digit before any broken rule: ${problem}`, () => {
      assert.equal(pinProblem(text, 4, 'repeated'), problem);
      assert.equal(confirmationProblem(text, '11111', 4), problem);
    });

  it('compares the confirmation with the PIN', () => {
    assert.equal(confirmationProblem('4826', '4826', 4), undefined);
    assert.equal(confirmationProblem('4827', '4826', 4), 'mismatch');
  });

  it('accepts only known rule names', () => {
    assert.equal(readPinRules('  sequence\n\tyear '), 'sequence year');
    assert.equal(readPinRules(PIN_RULES.join(' ')), PIN_RULES.join(' '));
    assert.equal(readPinRules('none'), 'none');
    for (const other of [' ', 'none repeated', 'Repeated', 'toString', ['year']])
      assert.equal(readPinRules(other), undefined);
  });

  it('allows PIN lengths from 4 to 12', () => {
    const lengths = [-1, 0, 3, 4, 4.5, 12, 13, Number.NaN, '6', '4.5', '', null, [4]];
    const read = lengths.map(readPinLength).filter((length) => length !== undefined);
    assert.deepEqual(read, [4, 12, 6]);
  });
});
