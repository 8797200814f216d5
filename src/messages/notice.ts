/** Finds an outcome's message and where to show it. No message contains text from the API. */
import type { FailedOutcome, Invalid } from '../set-pin/outcome.js';
import { fill, type KnownCode, type Sentence, type Words } from './catalogue.js';

export interface Notice {
  readonly place: 'new' | 'confirm' | 'form';
  readonly sentence: Sentence;
}

/** The longest wait, in seconds, that the message may describe as a minute. */
const LONG_WAIT = 120;

export function noticeOf(outcome: FailedOutcome, words: Words): Notice {
  switch (outcome.kind) {
    case 'invalid':
      return { place: outcome.field, sentence: (words) => problemSentence(outcome, words) };
    case 'rejected':
      return rejection(outcome.codes, words);
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

/** Returns the announcement that the PIN is set, for use if the panel doesn't receive focus. */
export function setSentence(last4: string): Sentence {
  return (words) => `${words.set} ${setFor(words, last4)}`;
}

/** Returns the text about the card whose PIN is set. Empty if the card's digits aren't known. */
export function setFor(words: Words, last4: string): string {
  return last4 && fill(words.setFor, { last4 });
}

function rejection(codes: readonly string[], words: Words): Notice {
  // Uses only the first code with a message, because one clear instruction is better than three.
  const code = codes.find((code) => Object.hasOwn(words.codes, code)) as KnownCode | undefined;
  return {
    place: code && PIN_CODES.includes(code) ? 'new' : 'form',
    // The page may remove its own message while it's visible.
    sentence: ({ codes, outcomes }) =>
      code !== undefined && Object.hasOwn(codes, code) ? codes[code] : outcomes.rejected,
  };
}

const PIN_CODES: readonly KnownCode[] = ['INVALID_PIN', 'PIN_TOO_SIMPLE', 'PIN_PREVIOUSLY_USED'];
