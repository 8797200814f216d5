/**
 * Where the cardholder reads how a submit ended: at a field, or beside them.
 */
import type { Words } from '../messages/catalogue.js';
import { noticeOf } from '../messages/notice.js';
import type { FailedOutcome } from '../set-pin/outcome.js';
import { SILENCE, type Announcer } from './announcer.js';
import type { Entry } from './entry.js';

/** @param aloud - Whether to speak a sentence at a field, because no focus comes to the field that would have it read. */
export function showOutcome(
  outcome: FailedOutcome,
  words: Words,
  entry: Entry,
  announcer: Announcer,
  aloud: boolean,
): void {
  const { place, sentence } = noticeOf(outcome, words);
  if (place === 'form') {
    const requestId = 'requestId' in outcome ? outcome.requestId : undefined;
    const tone = outcome.kind === 'unconfirmed' ? 'warning' : 'error';
    return announcer.say({ tone, text: sentence, requestId });
  }
  entry.blame(place, sentence);
  announcer.say(aloud ? { tone: 'unseen', text: sentence } : SILENCE);
}
