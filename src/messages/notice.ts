/**
 * The sentence for an outcome, and its place. It never contains text from the service.
 */
import type { FailedOutcome, RejectedError } from '../set-pin/outcome.js';
import type { KnownCode, Sentence, Words } from './catalogue.js';

/** A sentence, and its place: a field or the form. */
export interface Notice {
  readonly place: 'new' | 'confirm' | 'form';
  readonly sentence: Sentence;
}

/** Returns the notice for the end of a submit. */
export function noticeOf(outcome: FailedOutcome, words: Words): Notice {
  switch (outcome.kind) {
    case 'invalid':
      return outcome.field === 'new'
        ? { place: 'new', sentence: ({ newPinProblems }) => newPinProblems[outcome.problem] }
        : {
            place: 'confirm',
            sentence: ({ confirmationProblems }) => confirmationProblems[outcome.problem],
          };
    case 'rejected':
      return rejection(outcome.errors, words);
    default:
      return { place: 'form', sentence: ({ outcomes }) => outcomes[outcome.kind] };
  }
}

/**
 * Returns the sentence for the first code that has one: one clear instruction is better than three.
 */
function rejection(errors: readonly RejectedError[], words: Words): Notice {
  const { code } = errors.find((error) => Object.hasOwn(words.codes, error.code)) ?? { code: '' };
  return {
    place: PIN_CODES.includes(code) ? 'new' : 'form',
    // The page may remove its sentence for the code while the sentence is visible.
    sentence: ({ codes, outcomes }) => (codes as Record<string, string>)[code] ?? outcomes.rejected,
  };
}

const PIN_CODES: readonly string[] = [
  'INVALID_PIN',
  'PIN_TOO_SIMPLE',
  'PIN_PREVIOUSLY_USED',
] satisfies KnownCode[];
