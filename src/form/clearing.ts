/** Reasons for emptying the fields, and their effects. The next PIN needs a new request. Pure. */
import type { Sentence } from '../messages/catalogue.js';

export type ClearCause =
  /** The page resets, disables or removes the form, or the cardholder leaves the page. */
  | 'reset'
  /** The page changed a setting on which the PIN's validity depends. */
  | 'settings'
  | 'cancel'
  /** The cardholder chose to enter another PIN instead of an unconfirmed one. */
  | 'another-pin'
  /** The page took focus while a digit key was down, and so receives the `keyup`. */
  | 'interrupted'
  /** The outcome was `unconfirmed`, but the fields had been emptied in the meantime. */
  | 'unconfirmed'
  /** A submit ended, and its outcome determines the message. */
  | 'outcome';

export interface Before {
  /** `true` if the fields held an unconfirmed PIN. */
  readonly isHeld: boolean;
  /** `true` if a submit in progress may have set its PIN. */
  readonly mayBeSet: boolean;
}

interface Clearing {
  /** `true` if this aborts a submit in progress. */
  readonly aborts?: true;
  /** `true` if the first field is focused, so that the cardholder can type another PIN. */
  readonly refocuses?: true;
  readonly messageFor?: (before: Before) => ClearMessage | undefined;
}

interface ClearMessage {
  readonly tone: 'polite' | 'warning';
  readonly text: Sentence;
}

const STOPPED: ClearMessage = { tone: 'warning', text: (words) => words.cancelledUnconfirmed };

export const CLEARING: Readonly<Record<ClearCause, Clearing>> = {
  reset: { aborts: true },
  settings: { messageFor: ({ isHeld }) => (isHeld ? STOPPED : undefined) },
  cancel: {
    aborts: true,
    refocuses: true,
    messageFor: ({ mayBeSet }) =>
      mayBeSet ? STOPPED : { tone: 'polite', text: (words) => words.cancelled },
  },
  'another-pin': { refocuses: true },
  interrupted: {
    messageFor: () => ({ tone: 'warning', text: (words) => words.interrupted }),
  },
  unconfirmed: { messageFor: () => STOPPED },
  outcome: {},
};
