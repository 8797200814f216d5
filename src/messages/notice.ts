/**
 * Outcome → the sentence for the cardholder and where it stands. What the service sent is never part of it, but for a request id.
 */
import type { FailedOutcome, RejectedError } from '../set-pin/outcome.js';
import type { KnownCode, Sentence, Words } from './catalogue.js';

/** A sentence, and whether it concerns one field or the form. */
export interface Notice {
  readonly place: 'new' | 'confirm' | 'form';
  readonly sentence: Sentence;
}

/** Writes what a cardholder is told about the end of a submit. */
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

/** The first code that has a sentence speaks: one clear thing to do is better than three. */
function rejection(errors: readonly RejectedError[], words: Words): Notice {
  const { code } = errors.find((error) => Object.hasOwn(words.codes, error.code)) ?? { code: '' };
  return {
    place: ABOUT_THE_PIN.includes(code) ? 'new' : 'form',
    // The page may take its sentence for a code back while it stands.
    sentence: ({ codes, outcomes }) => (codes as Record<string, string>)[code] ?? outcomes.rejected,
  };
}

const ABOUT_THE_PIN: readonly string[] = [
  'INVALID_PIN',
  'PIN_TOO_SIMPLE',
  'PIN_PREVIOUSLY_USED',
] satisfies KnownCode[];
