/**
 * Why the fields are emptied, and what each cause does besides. Pure.
 *
 * No cause keeps the idempotency key: another entry is another request to the service.
 */
import { SILENCE, type Message } from './announcer.js';

/** Why the fields are emptied. */
export type ClearCause =
  /** The page did it, or has to know by itself: reset, disable, removal, `pagehide`. */
  | 'page'
  /** The page changed a setting that the PIN was typed for. */
  | 'settings'
  /** The cardholder cancelled a submit. */
  | 'cancel'
  /** The cardholder chose another PIN in place of an unconfirmed one. */
  | 'start-over'
  /** An unconfirmed PIN can't be kept, or not any longer. */
  | 'hold-end'
  /** A submit ended. What is said follows from its outcome. */
  | 'outcome';

/** What was true before the fields were emptied. */
export interface Before {
  /** Whether the fields held an unconfirmed PIN. */
  readonly isHeld: boolean;
  /** Whether a submit that is out may have set its PIN. */
  readonly mayBeSet: boolean;
}

/** What a cause does. */
interface Clearing {
  /** Ends a submit that is out as `aborted`. */
  readonly aborts: boolean;
  /** Tells the cardholder. */
  readonly says: (before: Before) => Message;
}

const HOLD_ENDED: Message = { tone: 'warning', text: (words) => words.holdEnded };

const silent = (): Message => SILENCE;

export const CLEARING: Readonly<Record<ClearCause, Clearing>> = {
  page: { aborts: true, says: silent },
  settings: { aborts: false, says: ({ isHeld }) => (isHeld ? HOLD_ENDED : SILENCE) },
  cancel: {
    aborts: true,
    says: ({ mayBeSet }) =>
      mayBeSet
        ? { tone: 'warning', text: (words) => words.cancelledUnconfirmed }
        : { tone: 'polite', text: (words) => words.cancelled },
  },
  'start-over': { aborts: false, says: silent },
  'hold-end': { aborts: false, says: () => HOLD_ENDED },
  outcome: { aborts: false, says: silent },
};
