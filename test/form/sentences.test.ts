import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialState, next, type Action } from '../../src/form/form-state.js';
import { judge, type FieldName } from '../../src/form/judgement.js';
import { noticeOf, setSentence } from '../../src/messages/notice.js';
import { wordsFor } from '../../src/messages/words.js';
import type { FailedOutcome, Outcome } from '../../src/set-pin/outcome.js';
import { REQUEST, SETTINGS } from './settings.js';

const words = wordsFor('en', undefined, 4);

describe('the message about an outcome', () => {
  const { outcomes, codes } = words;
  const codesOf = (...codes: string[]) => ({ kind: 'rejected', codes }) as const;
  const limited = (retryAfter?: number) => ({ kind: 'rate-limited', retryAfter }) as const;
  for (const [outcome, place, sentence] of [
    [codesOf('INVALID_PIN'), 'new', codes.INVALID_PIN],
    [codesOf('PIN_PREVIOUSLY_USED', 'CARD_NOT_FOUND'), 'new', codes.PIN_PREVIOUSLY_USED],
    [codesOf('toString', 'CARD_NOT_FOUND'), 'form', codes.CARD_NOT_FOUND],
    [codesOf('OTHER'), 'form', outcomes.rejected],
    [limited(120), 'form', outcomes['rate-limited']],
    [limited(121), 'form', words.rateLimitedLonger],
    [limited(), 'form', words.rateLimitedLonger],
    [{ kind: 'denied' }, 'form', outcomes.denied],
  ] as readonly (readonly [FailedOutcome, string, string])[])
    it(`is shown in the right place: ${JSON.stringify(outcome)}`, () => {
      const notice = noticeOf(outcome, words);
      assert.deepEqual([notice.place, notice.sentence(words)], [place, sentence]);
    });

  it('names the card only if its last four digits are known', () => {
    assert.equal(setSentence('1001')(words), `${words.set} For the card ending in 1001.`);
    assert.equal(setSentence('')(words).trim(), words.set);
  });
});

describe('the live region', () => {
  const { missing, repeated } = words.newPinProblems;
  const submit: Action = { kind: 'submit' };
  const edit: Action = { kind: 'edit', field: 'new' };
  const end = (outcome: Outcome): Action => ({ kind: 'outcome', outcome, request: REQUEST });
  const rejected = end({ kind: 'rejected', codes: ['PIN_TOO_SIMPLE'] });
  const set = end({ kind: 'set', card: { id: 'card_1', last4: '1001' } });
  const success = `quiet: ${setSentence('1001')(words)}`;
  for (const [title, action, pin, focused, announced] of [
    ['announces the focused field’s error', submit, '', 'new', `unseen: ${missing}`],
    ['doesn’t announce the error of a field that receives focus', submit, '', 'confirm', ''],
    // A rejection creates a new field, whose description Firefox doesn’t let Orca read.
    ['announces a rejection', rejected, '4826', 'confirm', `unseen: ${words.codes.PIN_TOO_SIMPLE}`],
    ['announces success if the form doesn’t have focus', set, '4826', undefined, success],
    ['doesn’t announce success if the panel receives focus', set, '4826', 'confirm', ''],
    ['announces a hint about a guessable PIN', edit, '7777', 'new', `quiet: ${repeated}`],
    ['doesn’t announce a hint about an incomplete PIN', edit, '777', 'new', ''],
    ['announces a hint that becomes an error', submit, '7777', 'new', `unseen: ${repeated}`],
  ] as readonly (readonly [string, Action, string, FieldName | undefined, string])[])
    it(title, () => {
      const judgement = judge(pin, pin, SETTINGS);
      const isInside = focused !== undefined;
      const now = { judgement, focused, isInside, isOffline: false };
      const { tone, text } = next(initialState(SETTINGS, words), action, now)[0].message;
      assert.equal(text === undefined ? '' : `${tone}: ${text(words)}`, announced);
    });
});
