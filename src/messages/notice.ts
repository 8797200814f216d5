/**
 * The sentence for an outcome, and its place. It never contains text from the service.
 */
import type { FailedOutcome, Invalid } from '../set-pin/outcome.js';
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
      return { place: outcome.field, sentence: (words) => problemSentence(outcome, words) };
    case 'rejected':
      return rejection(outcome.codes, words);
    case 'unconfirmed':
      return { place: 'form', sentence: doubt(outcome.codes, words) };
    case 'unavailable':
      return {
        place: 'form',
        sentence: ({ outcomes, notSent }) => (outcome.detail ? notSent : outcomes.unavailable),
      };
    default:
      return { place: 'form', sentence: ({ outcomes }) => outcomes[outcome.kind] };
  }
}

/** Returns the sentence for a problem of the entry. */
export function problemSentence(invalid: Invalid, words: Words): string {
  return invalid.field === 'new'
    ? words.newPinProblems[invalid.problem]
    : words.confirmationProblems[invalid.problem];
}

function rejection(sent: readonly string[], words: Words): Notice {
  const code = knownCode(sent, words);
  return {
    place: PIN_CODES.includes(code) ? 'new' : 'form',
    sentence: (words) => sentenceOf(code, words) ?? words.outcomes.rejected,
  };
}

/** Returns the doubt, and what the service said about the last attempt. */
function doubt(sent: readonly string[] = [], words: Words): Sentence {
  const code = knownCode(sent, words);
  return (words) => [sentenceOf(code, words), words.outcomes.unconfirmed].filter(Boolean).join(' ');
}

/** Returns the first code that has a sentence: one clear instruction is better than three. */
function knownCode(sent: readonly string[], { codes }: Words): string {
  return sent.find((code) => Object.hasOwn(codes, code)) ?? '';
}

/** The page may remove its sentence for a code while the sentence is visible. */
function sentenceOf(code: string, { codes }: Words): string | undefined {
  return Object.hasOwn(codes, code) ? (codes as Record<string, string>)[code] : undefined;
}

const PIN_CODES: readonly string[] = [
  'INVALID_PIN',
  'PIN_TOO_SIMPLE',
  'PIN_PREVIOUSLY_USED',
] satisfies KnownCode[];
