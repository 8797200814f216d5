import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digitsOf, digitsOfWhole } from '../../src/pin/digits.js';

describe('pin-digits', () => {
  it('gives every decimal digit of Unicode its value', () => {
    const digits = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((character) => /\p{Nd}/u.test(character));
    assert.ok(digits.length >= 650);
    // Every set is encoded from zero to nine, so that in code point order the values count round and round.
    digits.forEach((digit, at) => assert.equal(digitsOf(digit), String(at % 10), digit));
  });

  it('keeps the digits of a text, whatever the script, and drops the rest', () => {
    assert.equal(digitsOf('a1٢ ३-４b'), '1234');
    assert.equal(digitsOf('½Ⅳ²'), '');
    assert.equal(digitsOf('\u{1d7d9}\u{1d7e2}'), '10');
  });

  it('takes a text as a whole, with what people write between digits', () => {
    for (const text of ['48 21', '48-21', '48\u00a021', ' 4821\n', '48.21', '48–21', '４８21'])
      assert.equal(digitsOfWhole(text), '4821', text);
  });

  it('takes a text as a whole or not at all', () => {
    for (const text of ['1e3', '½', 'Ⅳ', 'PIN 4821', '', ' - '])
      assert.equal(digitsOfWhole(text), undefined, text);
  });

  it('leaves none of them in `RegExp`, where any script can read what was matched last', () => {
    for (const read of [digitsOf, digitsOfWhole]) {
      read('4826');
      assert.doesNotMatch(RegExp.input + RegExp.lastMatch + RegExp.leftContext, /[4826]/);
    }
  });
});
