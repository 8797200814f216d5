/**
 * The reasons for emptying the fields, and the effects of each. Pure.
 *
 * The idempotency key is never kept, because another entry is another request to the service.
 */
import { NO_MESSAGE, type Message } from './message.js';

/** The reason for emptying the fields. */
export type ClearCause =
  /** The page caused it or can observe it: reset, disabling, removal, `pagehide`. */
  | 'page'
  /** The page changed a setting that the PIN was typed for. */
  | 'settings'
  /** The window lost the focus while a digit key was down: the page may receive its `keyup`. */
  | 'key-lost'
  /** The cardholder cancelled a submit. */
  | 'cancel'
  /** The cardholder chose another PIN in place of an unconfirmed one. */
  | 'start-over'
  /** An unconfirmed PIN can't be kept, or its time is up. */
  | 'hold-end'
  /** A submit ended. The message follows from its outcome. */
  | 'outcome';

/** The state before the fields were emptied. */
export interface Before {
  /** `true` if the fields held an unconfirmed PIN. */
  readonly isHeld: boolean;
  /** `true` if a submit in progress may have set its PIN. */
  readonly mayBeSet: boolean;
}

/** The effects of a reason. */
interface Clearing {
  /** `true` if a submit in progress ends as `aborted`. */
  readonly aborts: boolean;
  /** `true` if the cardholder then types another PIN. */
  readonly refocuses?: true;
  /** Returns the message to the cardholder. */
  readonly says: (before: Before) => Message;
}

const HOLD_ENDED: Message = { tone: 'warning', text: (words) => words.holdEnded };

const STOPPED: Message = { tone: 'warning', text: (words) => words.cancelledUnconfirmed };

const silent = (): Message => NO_MESSAGE;

export const CLEARING: Readonly<Record<ClearCause, Clearing>> = {
  page: { aborts: true, says: silent },
  settings: { aborts: false, says: ({ isHeld }) => (isHeld ? HOLD_ENDED : NO_MESSAGE) },
  'key-lost': {
    aborts: true,
    says: ({ isHeld, mayBeSet }) => (isHeld ? HOLD_ENDED : mayBeSet ? STOPPED : NO_MESSAGE),
  },
  cancel: {
    aborts: true,
    refocuses: true,
    says: ({ mayBeSet }) =>
      mayBeSet ? STOPPED : { tone: 'polite', text: (words) => words.cancelled },
  },
  'start-over': { aborts: false, refocuses: true, says: silent },
  'hold-end': { aborts: false, says: () => HOLD_ENDED },
  outcome: { aborts: false, says: silent },
};
