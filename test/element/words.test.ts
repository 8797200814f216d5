import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ar } from '../../src/locales/ar.js';
import { de } from '../../src/locales/de.js';
import { es } from '../../src/locales/es.js';
import { pt } from '../../src/locales/pt.js';
import { zhHans } from '../../src/locales/zh-Hans.js';
import { en } from '../../src/messages/en.js';
import { addMessages } from '../../src/messages/languages.js';
import { wordsFor } from '../../src/messages/words.js';
import { LOCALES } from '../../tools/build/locales.js';

/** What a catalogue says, by its place in it: `outcomes.denied`, and `hint.few` where there are plural forms. */
function sentencesOf(group: object, path = ''): [place: string, sentence: string][] {
  return Object.entries(group).flatMap(([name, value]: [string, string | object]) =>
    typeof value === 'string'
      ? [[path + name, value] as [string, string]]
      : sentencesOf(value, `${path}${name}.`),
  );
}

const placeholdersIn = (sentence: string): string[] =>
  [...(sentence.match(/\{.*?\}/g) ?? [])].sort();

const english = new Map(sentencesOf(en));

for (const [tag, catalogue] of Object.entries(LOCALES)) {
  describe(`the words of ${tag}`, () => {
    const sentences = sentencesOf(catalogue);
    const originalOf = (place: string): string =>
      english.get(place) ?? english.get(place.replace(/\.\w+$/, '')) ?? 'of no English sentence';

    it('keep the places for values that English keeps, in each plural form', () => {
      for (const [place, sentence] of sentences)
        assert.deepEqual(placeholdersIn(sentence), placeholdersIn(originalOf(place)), place);
    });

    it('are none of them English', () => {
      const foreign =
        new Intl.Locale(tag).maximize().script === 'Latn'
          ? /\b(the|your|you|this|with|again|type|choose|card|not)\b/i
          : /[a-z]/i;
      for (const [place, sentence] of sentences) {
        assert.notEqual(sentence, originalOf(place), place);
        assert.doesNotMatch(sentence.replace(/\{.*?\}/g, ''), foreign, place);
      }
    });

    it('have a full name for the reveal button that begins with what it shows (entry 62)', () => {
      const { showPin, showPinName } = wordsFor(tag, undefined, 4);
      assert.ok(showPinName.startsWith(showPin) && showPinName.length > showPin.length);
    });
  });
}

describe('the words for a language', () => {
  const languageOf = (tag: string): string => wordsFor(tag, undefined, 4).lang;

  it('are those of its tag, however that is written', () => {
    assert.equal(wordsFor('DE', undefined, 4).newPin, de.newPin);
    assert.equal(wordsFor('zh-hans', undefined, 4).newPin, zhHans.newPin);
  });

  it('are those of the same language and script in another region, and keep the region', () => {
    for (const [tag, { newPin }] of [
      ['de-AT', de],
      ['es-419', es],
      ['pt-PT', pt],
      ['zh', zhHans],
      ['zh-SG', zhHans],
      ['zh-Hans-HK', zhHans],
      ['ar-EG', ar],
      ['en-GB', en],
    ] as const) {
      assert.equal(wordsFor(tag, undefined, 4).newPin, newPin, tag);
      assert.equal(languageOf(tag), tag);
    }
  });

  it('are English where the script is another one, or there are none', () => {
    for (const tag of [
      'zh-TW',
      'zh-HK',
      'zh-Hant',
      'zh-Hant-CN',
      'ja-Latn',
      'ko',
      '',
      'de_DE',
      'x',
    ])
      assert.deepEqual(
        [wordsFor(tag, undefined, 4).newPin, languageOf(tag)],
        [en.newPin, 'en'],
        tag,
      );
  });

  it('are those of the very tag before those of the language, and the language’s before another region’s', () => {
    addMessages('nl-BE', { ...en, newPin: 'of Belgium' });
    assert.equal(wordsFor('nl-NL', undefined, 4).newPin, 'of Belgium');
    addMessages('nl', { ...en, newPin: 'of all' });
    assert.equal(wordsFor('nl-NL', undefined, 4).newPin, 'of all');
    assert.equal(wordsFor('nl-BE', undefined, 4).newPin, 'of Belgium');
  });

  it('run in its direction', () => {
    addMessages('he', en);
    for (const [tag, dir] of [
      ['ar', 'rtl'],
      ['he-IL', 'rtl'],
      ['en', 'ltr'],
      ['ja', 'ltr'],
    ] as const)
      assert.equal(wordsFor(tag, undefined, 4).dir, dir, tag);
  });

  it('are in the plural form that its number of digits asks for (entry 61)', () => {
    const hint = (length: number): string => wordsFor('ar', undefined, length).hint;
    for (const length of [4, 6, 10]) assert.match(hint(length), /^\S+ أرقام\./);
    for (const length of [11, 12]) assert.match(hint(length), /^\S+ رقمًا\./);
  });

  it('have numbers in its digits', () => {
    assert.match(wordsFor('ar-EG', undefined, 6).hint, /^٦ /);
    assert.match(wordsFor('ar-AE', undefined, 6).hint, /^6 /);
  });

  it('are refused for what is no tag or no catalogue', () => {
    assert.throws(() => addMessages('de_DE', en), RangeError);
    assert.throws(() => addMessages('', en), RangeError);
    assert.throws(() => addMessages(undefined as never, en), TypeError);
    assert.throws(() => addMessages('nl', undefined as never), TypeError);
    assert.throws(() => addMessages('nl', null as never), TypeError);
  });
});

describe('the page’s own words', () => {
  it('stand in place of the language’s, and leave out what they like', () => {
    const words = wordsFor('de', { newPin: 'Geheimzahl', outcomes: { denied: 'Nein.' } }, 4);
    assert.equal(words.newPin, 'Geheimzahl');
    assert.equal(words.outcomes.denied, 'Nein.');
    assert.equal(words.outcomes.rejected, de.outcomes.rejected);
    assert.equal(words.confirmPin, de.confirmPin);
  });

  it('have plural forms and values too', () => {
    const hint = { one: 'one', few: 'few: {length}', other: 'other: {length}' };
    assert.equal(wordsFor('ar-AE', { hint }, 4).hint, 'few: 4');
    assert.equal(wordsFor('en', { hint }, 4).hint, 'other: 4');
  });

  it('are data: whatever is no text is ignored, and nothing of it is called', () => {
    const called = (): never => assert.fail('called');
    const template = { _$litType$: 1, strings: ['<b>x</b>'], values: [] };
    for (const given of [
      called,
      { toString: called, valueOf: called, toJSON: called },
      { other: called },
      { other: 'x', few: called },
      { few: 'x' },
      template,
      ['x'],
      4,
      null,
      Symbol('x'),
      '',
      ' ',
      { other: '' },
    ]) {
      const messages = { newPin: given, outcomes: { denied: given }, codes: { MINE: given } };
      assert.deepEqual(wordsFor('en', messages, 4), wordsFor('en', undefined, 4));
    }
    for (const given of ['x', 4, called, null, ['x'], { outcomes: 'x', codes: called }])
      assert.equal(wordsFor('en', given, 4).outcomes.denied, en.outcomes.denied);
  });

  it('change nothing but the words, whatever their names are', () => {
    const messages: unknown = JSON.parse(
      '{"__proto__": {"polluted": "x"}, "codes": {"__proto__": "x", "constructor": "x"}, "constructor": {"other": "x"}}',
    );
    wordsFor('en', messages, 4);
    assert.equal('polluted' in {}, false);
    assert.equal('MINE' in wordsFor('en', { codes: { MINE: 'x' } }, 4).codes, true);
    assert.equal('MINE' in wordsFor('en', undefined, 4).codes, false);
  });
});
