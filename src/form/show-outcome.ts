/**
 * Shows the cardholder how a submit ended: at a field, or beside the fields.
 */
import type { Words } from '../messages/catalogue.js';
import { noticeOf } from '../messages/notice.js';
import type { FailedOutcome } from '../set-pin/outcome.js';
import { NO_MESSAGE, type Announcer } from './announcer.js';
import type { Entry } from './entry.js';

/** Outcomes after which typing a PIN again doesn't help. */
const FINAL = /^(denied|misconfigured|token-expired)$/;

/**
 * Shows an outcome.
 *
 * @param aloud - `true` to announce a sentence at a field. If the field gets the focus instead, the
 * screen reader reads the sentence.
 * @returns The id of the part that shows it.
 */
export function showOutcome(
  outcome: FailedOutcome,
  words: Words,
  entry: Entry,
  announcer: Announcer,
  aloud: boolean,
): string {
  const { place, sentence } = noticeOf(outcome, words);
  if (place === 'form') {
    const requestId = 'requestId' in outcome ? outcome.requestId : undefined;
    const tone = outcome.kind === 'unconfirmed' ? 'warning' : 'error';
    const takesFocus = !aloud && FINAL.test(outcome.kind);
    announcer.say({ tone, text: sentence, requestId, takesFocus });
    return 'notice';
  }
  entry.setError(place, sentence);
  announcer.say(aloud ? { tone: 'unseen', text: sentence } : NO_MESSAGE);
  return `card-pin-${place}-error`;
}
