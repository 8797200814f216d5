import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digitsOf, digitsOfWhole } from '../../src/pin/digits.js';

describe('digitsOf', () => {
  it('reads every decimal digit in Unicode', () => {
    const digits = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((character) => /\p{Nd}/u.test(character));
    assert.ok(digits.length >= 650);
    // Unicode encodes every set of digits from zero to nine.
    digits.forEach((digit, at) => assert.equal(digitsOf(digit), String(at % 10), digit));
  });

  it('drops other characters', () => assert.equal(digitsOf('a1٢ ३-４b½Ⅳ²'), '1234'));
});

describe('digitsOfWhole', () => {
  it('accepts digits with common separators', () => {
    for (const text of [
      ...['48 21', '48-21', '48\u00a021', ' 4821\n', '48.21', '48–21', '４８21'],
      ...['\u200b48\u200e21', '4, 8, 2, 1', '٤،٨،٢،١'],
    ])
      assert.equal(digitsOfWhole(text), '4821', text);
  });

  it('rejects text with characters other than digits and separators', () => {
    for (const text of ['1e3', '½', 'Ⅳ', 'PIN 4821', '', ' - '])
      assert.equal(digitsOfWhole(text), undefined, text);
  });
});
