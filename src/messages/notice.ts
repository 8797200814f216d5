/**
 * Outcome → the sentence for the cardholder and where it stands. What the service sent is never part of it, but for a request id.
 */
import type { FailedOutcome } from '../events.js';
import type { RejectedError } from '../set-pin/outcome.js';
import type { Catalogue, KnownCode, Sentence } from './catalogue.js';

/** A sentence, and whether it concerns one field or the form. */
export interface Notice {
  readonly place: 'new' | 'confirm' | 'form';
  readonly sentence: Sentence;
}

/** Writes what a cardholder is told about the end of a submit. */
export function noticeOf(outcome: FailedOutcome, words: Catalogue): Notice {
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
function rejection(errors: readonly RejectedError[], words: Catalogue): Notice {
  for (const { code } of errors) {
    if (isKnown(code, words)) return { place: PLACES[code], sentence: ({ codes }) => codes[code] };
  }
  return { place: 'form', sentence: ({ outcomes }) => outcomes.rejected };
}

function isKnown(code: string, words: Catalogue): code is KnownCode {
  return Object.hasOwn(words.codes, code);
}

const PLACES: Readonly<Record<KnownCode, Notice['place']>> = {
  INVALID_PIN: 'new',
  PIN_TOO_SIMPLE: 'new',
  PIN_PREVIOUSLY_USED: 'new',
  CARD_NOT_ACTIVE: 'form',
  CARD_NOT_FOUND: 'form',
};
