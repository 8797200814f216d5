import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readFromFrame } from '../../src/isolated/host/from-frame.js';
import { readFromHost, readHello } from '../../src/isolated/page/from-host.js';
import type { FromHost } from '../../src/isolated/protocol.js';
import { LONGEST } from '../../src/isolated/shape.js';
import '../../src/locales/ar.js';
import '../../src/locales/de.js';
import '../../src/locales/ja.js';
import { wordsFor } from '../../src/messages/words.js';
import { parsePinRules, PIN_RULES } from '../../src/pin/rule-names.js';
import { cases, FUZZ } from '../support/fuzz.js';
import { FROM_FRAME, FROM_HOST, noFromFrame, noFromHost } from '../leaks/any-message.js';

const NUM_RUNS = cases(10_000);

const SETTINGS = FROM_HOST[0] as Extract<FromHost, { kind: 'settings' }>;

/** Returns the value as a message port delivers it. */
function posted(value: unknown): unknown {
  return structuredClone(value);
}

function withSettings(changes: object): unknown {
  return posted({ ...SETTINGS, settings: { ...SETTINGS.settings, ...changes } });
}

describe('a message of isolated mode', () => {
  it('is read if it is valid', () => {
    for (const message of FROM_HOST) assert.deepEqual(readFromHost(posted(message)), message);
    for (const message of FROM_FRAME) assert.deepEqual(readFromFrame(posted(message)), message);
    assert.deepEqual(readHello({ kind: 'set-card-pin', version: 7 }), {
      kind: 'set-card-pin',
      version: 7,
    });
  });

  it('is read with the words of every language', () => {
    for (const tag of ['en', 'ar', 'de', 'ja']) {
      const words = wordsFor(tag, undefined, 6);
      assert.equal(words.lang, tag);
      const message = { ...SETTINGS, words };
      assert.deepEqual(readFromHost(posted(message)), message);
    }
  });

  it('is read if it reports a mistake of the page, and dropped if its settings are invalid', () => {
    const target = { kind: 'misconfigured', attribute: 'card-id', explanation: 'It is missing.' };
    assert.ok(readFromHost(withSettings({ target })));
    const invalid = [
      { length: 3 },
      { length: '4' },
      { rules: ['birthday'] },
      { rules: 'repeated' },
      { confirms: undefined },
      { disabled: 'yes' },
      { target: undefined },
      { target: { endpoint: 'https://api.example.com/graphql', cardId: 'card_1' } },
      { target: { ...target, explanation: 4 } },
    ];
    for (const settings of invalid)
      assert.equal(readFromHost(withSettings(settings)), undefined, JSON.stringify(settings));
  });

  it('has each rule at most once, however often the page repeats it', () => {
    assert.ok(readFromHost(withSettings({ rules: PIN_RULES })));
    assert.equal(readFromHost(withSettings({ rules: ['year', 'year'] })), undefined);
    const rules = Array.from({ length: 262_144 }, () => 'year');
    assert.equal(readFromHost(withSettings({ rules })), undefined);
    assert.deepEqual(parsePinRules('year common year'), ['year', 'common']);
  });

  it('is dropped by the frame page if it is longer than 256 Ki characters', () => {
    const withCodes = (count: number) => {
      const codes = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`CODE_${index}`, 'x'.repeat(1_000)]),
      );
      return posted({ ...SETTINGS, words: wordsFor('en', { codes }, 4) });
    };
    assert.ok(readFromHost(withCodes(200)));
    assert.equal(readFromHost(withCodes(300)), undefined);
    // As JSON it would be longer than a string may be.
    const escaped = '\u0001'.repeat(LONGEST);
    const codes = Object.fromEntries(Array.from({ length: 350 }, (_, index) => [index, escaped]));
    assert.equal(readFromHost({ ...SETTINGS, words: { ...SETTINGS.words, codes } }), undefined);
  });

  it('is dropped after few reads, however many members it has', () => {
    let reads = 0;
    const many = new Proxy(
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`CODE_${index}`, ''])),
      { get: (target, name) => (reads++, Reflect.get(target, name) as unknown) },
    );
    for (const message of [
      many,
      { ...SETTINGS, settings: many },
      { ...SETTINGS, words: many },
      { ...SETTINGS, words: { ...SETTINGS.words, codes: many } },
      { ...SETTINGS, look: { ...SETTINGS.look, theme: many } },
      { kind: 'grant', grant: many },
    ])
      assert.equal(readFromHost(message), undefined);
    assert.ok(reads < 50, `${reads} reads`);
  });

  it('has at most 16 denied PINs, enough for the dates of one person', () => {
    const denied = (length: number) => Array.from({ length }, (_, index) => String(1000 + index));
    assert.ok(readFromHost(withSettings({ denied: denied(16) })));
    assert.equal(readFromHost(withSettings({ denied: denied(17) })), undefined);
  });

  it('has no holes in its lists', () => {
    for (const name of ['rules', 'denied'])
      assert.equal(readFromHost(withSettings({ [name]: new Array(1) })), undefined, name);
  });

  it('is dropped by the frame page if any part of it is invalid', () => {
    fc.assert(
      fc.property(noFromHost, (value) => {
        assert.equal(readFromHost(posted(value)), undefined);
      }),
      { ...FUZZ, numRuns: NUM_RUNS },
    );
  });

  it('is dropped by the host page if any part of it is invalid', () => {
    fc.assert(
      fc.property(noFromFrame, (value) => {
        assert.equal(readFromFrame(posted(value)), undefined);
      }),
      { ...FUZZ, numRuns: NUM_RUNS },
    );
  });
});
