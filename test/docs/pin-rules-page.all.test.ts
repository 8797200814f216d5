import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../src/messages/en.js';
import {
  DEFAULT_PIN_RULES,
  parsePinRules,
  PIN_RULES,
  type PinRule,
} from '../../src/pin/rule-names.js';
import { pinProblem } from '../../src/pin/rules.js';
import { readPage } from './documentation/samples.js';

const page = readPage('docs/pin-rules.md');

/** Returns the other cells of a table's rows, by the code in their first cell. */
function rowsUnder(heading: string): ReadonlyMap<string, readonly string[]> {
  const lines = page.split('\n');
  const first = lines.findIndex((line) => line.startsWith(`| ${heading} `)) + 2;
  const end = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
  return new Map(
    lines.slice(first, end).map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      return [/`(.+)`/.exec(cells[1] ?? '')?.[1] ?? '', cells.slice(2, -1)];
    }),
  );
}

const everyPin = (length: number) =>
  Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0'));

/**
 * The 50 most used PINs among 29 million leaked ones of four digits, most used first (ABC News,
 * 2025).
 */
const FIFTY = (
  '1234 1111 0000 1342 1212 2222 4444 1122 1986 2020 7777 5555 1989 9999 6969 2004 1010 4321 6666 1984 1987 1985 8888 2000 1980 ' +
  '1988 1982 2580 1313 1990 1991 1983 1978 1979 1995 1994 1977 1981 3333 1992 1975 2005 1993 1976 1996 2002 1973 2468 1998 1974'
).split(' ');

/** The 20 most used PINs among 3.4 million, with their share in percent (DataGenetics, 2012). */
const TWENTY: ReadonlyMap<string, number> = new Map([
  ['1234', 10.713],
  ['1111', 6.016],
  ['0000', 1.881],
  ['1212', 1.197],
  ['7777', 0.745],
  ['1004', 0.616],
  ['2000', 0.613],
  ['4444', 0.526],
  ['2222', 0.516],
  ['6969', 0.512],
  ['9999', 0.451],
  ['3333', 0.419],
  ['5555', 0.395],
  ['6666', 0.391],
  ['1122', 0.366],
  ['1313', 0.304],
  ['8888', 0.303],
  ['4321', 0.293],
  ['2001', 0.29],
  ['1010', 0.285],
]);

/** The ten most used PINs of four digits, and the ten of six digits (Markert and others, 2020). */
const TENS = (
  '0000 0852 1111 1212 1234 1998 2222 2580 5555 5683 ' +
  '000000 111111 112233 121212 123123 123456 159753 654321 666666 789456'
).split(' ');

const refusedBy = (rules: readonly PinRule[], pins: Iterable<string>) =>
  [...pins].filter((pin) => pinProblem(pin, pin.length, rules) !== undefined);

/**
 * Returns the percentage of PINs that three guesses find, if the thief knows which PINs are
 * refused.
 */
function threeGuesses(rules: readonly PinRule[]): number {
  const left = [...TWENTY].filter(([pin]) => pinProblem(pin, 4, rules) === undefined);
  // All other PINs are rarer than the last one of the list, so its share is their upper limit.
  const shares = [...left.map(([, share]) => share), 0.285, 0.285, 0.285];
  return Math.round(10 * (shares[0]! + shares[1]! + shares[2]!)) / 10;
}

const rulesOf = (words: string) => parsePinRules(words) ?? [];

describe('docs/pin-rules.md', () => {
  it('counts for each rule, and for rules together, how many PINs it refuses', () => {
    const six = everyPin(6);
    const refused = new Map(
      rulesOf(PIN_RULES.join(' ')).map((rule) => [rule, refusedBy([rule], six)]),
    );
    for (const [words, cells] of [...rowsUnder('Rule'), ...rowsUnder('Together')]) {
      const rules = rulesOf(words);
      const counted = [
        refusedBy(rules, everyPin(4)).length,
        // Joins the results of single rules, because a million PINs take a while.
        new Set(rules.flatMap((rule) => refused.get(rule) ?? [])).size,
        refusedBy(rules, FIFTY).length,
      ];
      assert.deepEqual(cells.slice(-3).map(Number), counted, words);
    }
  });

  it('has every rule, the default and all together', () => {
    assert.deepEqual([...rowsUnder('Rule').keys()], PIN_RULES);
    const together = [...rowsUnder('Together').keys()];
    assert.equal(together[0], DEFAULT_PIN_RULES);
    assert.equal(together.at(-1), PIN_RULES.join(' '));
  });

  it('quotes what a cardholder reads', () => {
    const sentences = new Map(
      [...page.matchAll(/^\| `(\w+)` +\| (\w[^|]+\.) +\|$/gm)].map(([, rule, text]) => [
        rule,
        text?.trim(),
      ]),
    );
    for (const rule of rulesOf(PIN_RULES.join(' ')))
      assert.equal(sentences.get(rule), en.newPinProblems[rule]);
  });

  it('has the whole list of the rule common, which refuses the most used PINs of every published list', () => {
    const list = /^\d{4,6}(?:, \d{4,6})+\.$/m.exec(page)?.[0].match(/\d+/g) ?? [];
    assert.equal(list.length, 15);
    const published = [...FIFTY.slice(0, 10), ...TWENTY.keys(), ...TENS];
    for (const pins of [list, published]) assert.deepEqual(refusedBy(['common'], pins), pins);
  });

  it('says how many PINs three guesses find, without rules and with them', () => {
    const [none, byDefault, withCommon] = ['none', DEFAULT_PIN_RULES, `${DEFAULT_PIN_RULES} common`]
      .map(rulesOf)
      .map(threeGuesses);
    assert.match(page, new RegExp(`1234, 1111 and 0000 make up ${none} %`));
    assert.match(page, new RegExp(`1212, 1004 and 2000, make up ${byDefault} %`));
    assert.match(page, new RegExp(`to ${withCommon} % or less`));
  });
});
