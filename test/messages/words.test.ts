import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ar } from '../../src/locales/ar.js';
import { de } from '../../src/locales/de.js';
import { es419 } from '../../src/locales/es-419.js';
import { es } from '../../src/locales/es.js';
import { frCA } from '../../src/locales/fr-CA.js';
import { ptPT } from '../../src/locales/pt-PT.js';
import { pt } from '../../src/locales/pt.js';
import { zhHans } from '../../src/locales/zh-Hans.js';
import { en } from '../../src/messages/en.js';
import { addMessages } from '../../src/messages/languages.js';
import { wordsFor } from '../../src/messages/words.js';
import type { Catalogue } from '../../src/messages/catalogue.js';
import { LOCALE_TAGS } from '../../tools/build/locales.js';

/** Returns a catalogue's sentences with their paths: `outcomes.denied`, or `hint.few`. */
function sentencesOf(group: object, path = ''): [path: string, sentence: string][] {
  return Object.entries(group).flatMap(([name, value]: [string, string | object]) =>
    typeof value === 'string' ? [[path + name, value]] : sentencesOf(value, `${path}${name}.`),
  );
}

const placeholdersIn = (sentence: string): string[] =>
  [...(sentence.match(/\{.*?\}/g) ?? [])].sort();

/** Returns the sentences that are longer than a number of letters. A square counts as two. */
const longer = (length: number, sentences: Readonly<Record<string, string>>): string[] =>
  Object.values(sentences).filter((each) => each.replace(/[⺀-￯]/gu, '$&$&').length > length);

const english = new Map(sentencesOf(en));

/** Returns a path's English sentence, even for a plural form that English doesn't have. */
const originalOf = (path: string): string =>
  english.get(path) ?? english.get(path.replace(/\.\w+$/, '')) ?? 'no English sentence';

for (const tag of LOCALE_TAGS)
  it(`has the same placeholders as English, but no English words, in the messages for ${tag}`, async () => {
    const module = (await import(`../../src/locales/${tag}.js`)) as Record<string, Catalogue>;
    const englishWords =
      new Intl.Locale(tag).maximize().script === 'Latn'
        ? /\b(the|your|you|this|with|again|type|choose|card|not)\b/i
        : /[a-z]/i;
    for (const [path, sentence] of sentencesOf(Object.values(module)[0]!)) {
      const original = originalOf(path);
      assert.deepEqual(placeholdersIn(sentence), placeholdersIn(original), path);
      assert.notEqual(sentence, original, path);
      assert.doesNotMatch(sentence.replace(/\{.*?\}/g, ''), englishWords, path);
    }
    // A button's name begins with its visible text.
    const { showPin, showPinName, hidePin, hidePinName } = wordsFor(tag, undefined, 4);
    assert.ok(showPinName.startsWith(showPin) && showPinName.length > showPin.length);
    assert.ok(hidePinName.startsWith(hidePin) && hidePinName.length > hidePin.length);
  });

for (const tag of ['en', ...LOCALE_TAGS])
  it(`fits each button on one line in a 320 px page, and each error on two, in the messages for ${tag}`, async () => {
    if (tag !== 'en') await import(`../../src/locales/${tag}.js`);
    const words = wordsFor(tag, undefined, 12);
    const { submit, submitting, tryAgain, chooseAnother } = words;
    assert.deepEqual(longer(26, { submit, submitting, tryAgain, chooseAnother }), []);
    assert.deepEqual(longer(86, { ...words.newPinProblems, ...words.codes }), []);
    // This text flows around the reveal button.
    assert.deepEqual(longer(58, words.confirmationProblems), []);
  });

describe('wordsFor', () => {
  it('returns the regional variant’s messages, or else the language’s, and keeps the tag’s region', () => {
    for (const [tag, { newPin }, lang = tag] of [
      ['de-AT', de],
      ['es-ES', es],
      ['es-MX', es419],
      ['fr-CA', frCA],
      ['pt-BR', pt],
      ['pt-AO', ptPT],
      ['zh-Hans-HK', zhHans],
      ['ar-EG', ar],
      ['DE', de, 'de'],
      ['de_DE', de, 'de-DE'],
      // Another script, or an unknown language.
      ['zh-TW', en, 'en'],
      ['ja-Latn', en, 'en'],
      ['ko', en, 'en'],
      ['', en, 'en'],
    ] as const) {
      const words = wordsFor(tag, undefined, 4);
      assert.deepEqual([words.newPin, words.lang], [newPin, lang], tag);
    }
  });

  it('prefers the exact tag’s messages, then the language’s, then another region’s, then English', () => {
    const newPinFor = (tag: string) => wordsFor(tag, undefined, 4).newPin;
    addMessages('nl-BE', { newPin: 'of Belgium' } as Catalogue);
    assert.equal(newPinFor('nl-NL'), 'of Belgium');
    addMessages('nl', { newPin: 'of all', confirmPin: 'again' } as Catalogue);
    assert.deepEqual(['nl-NL', 'nl-BE'].map(newPinFor), ['of all', 'of Belgium']);
    const { confirmPin, next } = wordsFor('nl-BE', undefined, 4);
    assert.deepEqual([confirmPin, next], ['again', en.next]);
  });

  it('returns the direction of the language’s script', () => {
    addMessages('he', en);
    const dirs = ['ar', 'he-IL', 'en', 'ja'].map((tag) => wordsFor(tag, undefined, 4).dir);
    assert.deepEqual(dirs, ['rtl', 'rtl', 'ltr', 'ltr']);
  });

  it('uses the plural form for the number of digits, and the region’s numerals', () => {
    const hint = (tag: string, length: number): string => wordsFor(tag, undefined, length).hint;
    assert.match(hint('ar-EG', 6), /^٦ أرقام\./);
    assert.match(hint('ar-AE', 10), /^10 أرقام\./);
    assert.match(hint('ar-AE', 11), /^11 رقمًا\./);
  });
});

it('throws if addMessages() receives an invalid tag or no catalogue', () => {
  assert.throws(() => addMessages('de_DE', en), RangeError);
  assert.throws(() => addMessages('nl', undefined as never), TypeError);
});

describe('wordsFor with a page’s own messages', () => {
  it('replaces some of the language’s messages in one element only, and supports plural forms and placeholders', () => {
    const hint = { one: 'one', few: 'few: {length}', other: 'other: {length}' };
    const messages = { hint, outcomes: { denied: 'Nein.' }, codes: { MINE: 'x' } };
    const words = wordsFor('de', messages, 4);
    assert.equal(words.outcomes.denied, 'Nein.');
    assert.equal(words.outcomes.rejected, de.outcomes.rejected);
    assert.equal(words.newPin, de.newPin);
    assert.ok('MINE' in words.codes && !('MINE' in wordsFor('de', undefined, 4).codes));
    assert.equal(words.hint, 'other: 4');
    assert.equal(wordsFor('ar-AE', messages, 4).hint, 'few: 4');
  });

  it('ignores values other than text, and never calls functions', () => {
    const called = (): never => assert.fail('called');
    const template = { _$litType$: 1, strings: ['<b>x</b>'], values: [] };
    for (const given of [
      ...[called, { toString: called, valueOf: called, toJSON: called }, { other: called }],
      ...[{ other: 'x', few: called }, { few: 'x' }, { other: '' }, template, ['x'], 4, null],
      ...[Symbol('x'), '', ' '],
    ]) {
      const messages = { newPin: given, outcomes: { denied: given }, codes: { MINE: given } };
      assert.deepEqual(wordsFor('en', messages, 4), wordsFor('en', undefined, 4));
    }
    for (const given of ['x', 4, called, null, ['x'], { outcomes: 'x', codes: called }])
      assert.equal(wordsFor('en', given, 4).outcomes.denied, en.outcomes.denied);
  });
});
