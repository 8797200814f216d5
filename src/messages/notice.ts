/** The sentence for an outcome, and its place. It never contains text from the service. */
import type { FailedOutcome, Invalid } from '../set-pin/outcome.js';
import { fill, type KnownCode, type Sentence, type Words } from './catalogue.js';

export interface Notice {
  readonly place: 'new' | 'confirm' | 'form';
  readonly sentence: Sentence;
}

/** The longest wait, in seconds, that the sentence may call a minute. */
const LONG_WAIT = 120;

export function noticeOf(outcome: FailedOutcome, words: Words): Notice {
  switch (outcome.kind) {
    case 'invalid':
      return { place: outcome.field, sentence: (words) => problemSentence(outcome, words) };
    case 'rejected':
      return rejection(outcome.codes, words);
    case 'unconfirmed':
      return { place: 'form', sentence: ({ outcomes }) => outcomes.unconfirmed };
    case 'rate-limited':
      return {
        place: 'form',
        sentence: ({ outcomes, rateLimitedLonger }) =>
          (outcome.retryAfter ?? Infinity) > LONG_WAIT
            ? rateLimitedLonger
            : outcomes['rate-limited'],
      };
    default:
      return { place: 'form', sentence: ({ outcomes }) => outcomes[outcome.kind] };
  }
}

export function problemSentence(invalid: Invalid, words: Words): string {
  return invalid.field === 'new'
    ? words.newPinProblems[invalid.problem]
    : words.confirmationProblems[invalid.problem];
}

/** Returns what a cardholder hears when the PIN is set and the panel does not get the focus. */
export function setSentence(last4: string): Sentence {
  return (words) => `${words.set} ${setFor(words, last4)}`;
}

/** Returns the sentence about the card whose PIN is set; empty if its digits aren't known. */
export function setFor(words: Words, last4: string): string {
  return last4 && fill(words.setFor, { last4 });
}

function rejection(codes: readonly string[], words: Words): Notice {
  const code = knownCode(codes, words);
  return {
    place: PIN_CODES.includes(code) ? 'new' : 'form',
    sentence: (words) => sentenceOf(code, words) ?? words.outcomes.rejected,
  };
}

/** Returns the first code that has a sentence: one clear instruction is better than three. */
function knownCode(codes: readonly string[], words: Words): string {
  return codes.find((code) => Object.hasOwn(words.codes, code)) ?? '';
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
