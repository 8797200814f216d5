/** Judges entries, and tests what the page learns about them: states and flags, but no digit. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exposeState } from '../../src/element/state.js';
import { initialState, visibleStateOf } from '../../src/form/form-state.js';
import { judge } from '../../src/form/judgement.js';
import type { VisibleState } from '../../src/contract/wire.js';
import { wordsFor } from '../../src/messages/words.js';
import { SETTINGS } from './settings.js';

const WORDS = wordsFor('en', undefined, SETTINGS.pinLength);

/** Returns the custom states and the flags that the page can see, and the validity's message. */
function learned(state: VisibleState): readonly [tells: string, message: string] {
  const states = new Set<string>();
  let [flags, message]: [string[], string] = [[], ''];
  const setValidity = (set: object, text = '') => ([flags, message] = [Object.keys(set), text]);
  exposeState({ states, setValidity } as unknown as ElementInternals, state, WORDS);
  return [[...states, ...flags].join(' '), message];
}

describe('an entry', () => {
  const initial = initialState(SETTINGS, WORDS);
  for (const [pin, confirmation, tells, problem, said] of [
    ['', '', 'empty valueMissing', 'new missing', 'Enter 4 digits'],
    // Like the validity, the states count digits in the confirmation alone as empty.
    ['', '4826', 'empty valueMissing', 'new missing', 'Enter 4 digits'],
    ['48', '', 'tooShort', 'new too-short', 'Enter all 4'],
    [undefined, '4826', 'customError', 'new not-digits', 'only contain digits'],
    ['7777', '', 'customError', 'new repeated', 'The same digit'],
    ['4826', '', 'valueMissing', 'confirm missing', 'again'],
    ['4826', '48', 'tooShort', 'confirm too-short', 'Enter all 4'],
    ['4826', '4827', 'customError', 'confirm mismatch', 'don’t match'],
    ['4826', '4826', 'complete', '', ''],
  ] as const)
    it(`has the states and flags “${tells}” for the PIN “${pin}” and the confirmation “${confirmation}”`, () => {
      const judgement = judge(pin, confirmation, SETTINGS);
      const { problem: found } = judgement;
      assert.equal(found ? `${found.field} ${found.problem}` : '', problem);
      // From there, Enter leads to the confirmation.
      assert.equal(judgement.isHalfway, problem === 'confirm missing');
      const [told, message] = learned(visibleStateOf(initial, judgement));
      assert.equal(told, tells);
      assert.match(message, new RegExp(said));
    });

  it('is complete without a confirmation if noConfirm is set, and shows the submit’s phase', () => {
    const judgement = judge('4826', '', { ...SETTINGS, noConfirm: true });
    assert.equal(judgement.problem, undefined);
    for (const [phase, tells] of [
      ['submitting', 'submitting complete'],
      ['waiting', 'waiting complete'],
      ['set', 'set'],
    ] as const) {
      const state = { ...visibleStateOf(initial, judgement), phase };
      assert.equal(learned(state)[0], tells);
      assert.equal(learned({ ...state, hasErrors: true })[0].includes('invalid'), true);
    }
  });
});
