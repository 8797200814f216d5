/**
 * The element's events, with one class for each. All events bubble and are composed. No event
 * carries the PIN or a token.
 */
import type { SuppliedToken, TokenNeed, TokenReason } from '../service/client-tokens.js';
import { ENDS, type FailedOutcome, type Outcome, type PaymentCard } from '../set-pin/outcome.js';

const EVENT_INIT = { bubbles: true, composed: true } as const;

/**
 * Raised when the fields are ready: each time the element is connected to a page, and again when a
 * new `frameSrc` has loaded.
 */
export class PinReadyEvent extends Event {
  constructor() {
    super('pin-ready', EVENT_INIT);
  }
}

/** Raised when `complete` or `valid` changes, not after every keystroke. */
export class PinChangeEvent extends Event {
  /** `true` if every field has all its digits, or the PIN is set. */
  readonly complete: boolean;
  /** `true` if the new PIN passes the local rules and the confirmation matches. */
  readonly valid: boolean;

  constructor(complete: boolean, valid: boolean) {
    super('pin-change', EVENT_INIT);
    this.complete = complete;
    this.valid = valid;
  }
}

/** Raised when the API has confirmed the new PIN. */
export class PinSetEvent extends Event {
  /** The card, as the API returned it. */
  readonly card: PaymentCard;
  /** The request id to quote to the provider's support team, or `undefined` if there is none. */
  readonly requestId: string | undefined;

  constructor(card: PaymentCard, requestId: string | undefined) {
    super('pin-set', EVENT_INIT);
    this.card = card;
    this.requestId = requestId;
  }
}

/**
 * Raised when a submit fails or, in isolated mode, when the frame fails. An aborted submit doesn't
 * raise this event.
 */
export class PinErrorEvent extends Event {
  /** The submit's outcome, or the frame's failure. */
  readonly outcome: FailedOutcome;
  /** The request id to quote to the provider's support team, or `undefined` if there is none. */
  readonly requestId: string | undefined;
  /** `true` if the PIN is still in the fields, so the cardholder can press the button again. */
  readonly retryable: boolean;
  /** `frame` if the frame failed in isolated mode, even without a submit. Otherwise `undefined`. */
  readonly cause: 'frame' | undefined;

  /** The error with which the page's client token promise rejected. `undefined` if it didn't. */
  readonly error: unknown;

  /** @param isKept - `true` if the typed digits are still in the fields. */
  constructor(outcome: FailedOutcome, cause?: 'frame', error?: unknown, isKept = true) {
    super('pin-error', EVENT_INIT);
    this.error = error;
    this.cause = cause;
    this.outcome = outcome;
    this.requestId = 'requestId' in outcome ? outcome.requestId : undefined;
    const { kind } = outcome;
    // An invalid entry has to be changed first.
    this.retryable = isKept && kind !== 'invalid' && ENDS[kind].keeps === true;
  }
}

/** Returns the event for a finished submit or a failed frame. */
export function endEvent(
  outcome: Exclude<Outcome, { kind: 'aborted' }>,
  cause?: 'frame',
  error?: unknown,
  isKept?: boolean,
): PinSetEvent | PinErrorEvent {
  return outcome.kind === 'set'
    ? new PinSetEvent(outcome.card, outcome.requestId)
    : new PinErrorEvent(outcome, cause, error, isKept);
}

/**
 * Raised when a submit needs a client token. A listener can answer with `respondWith`. If no
 * listener answers, the element uses `getClientToken` or `tokenUrl` or, if neither is set, waits
 * for `clientToken`. Call `preventDefault()` to set `clientToken` yourself instead.
 */
export class TokenExpiredEvent extends Event {
  /** `missing` (no token), `expired` (its date has passed) or `rejected` (by the API). */
  readonly reason: TokenReason;
  /** The rejected request's id, or `undefined` if there is none. */
  readonly requestId: string | undefined;
  readonly #respondWith: TokenNeed['respondWith'];
  #answered = false;

  constructor({ reason, requestId, respondWith }: TokenNeed) {
    super('token-expired', { ...EVENT_INIT, cancelable: true });
    this.reason = reason;
    this.requestId = requestId;
    this.#respondWith = respondWith;
  }

  /**
   * Answers with a promise for a fresh token, or for `null` if nobody is signed in. If the promise
   * rejects, the outcome is `token-unavailable`. If the promise resolves to `null` or to a token
   * that the API has already rejected, the outcome is `token-expired`.
   *
   * @throws {DOMException} `InvalidStateError` if called twice, or after the event was dispatched.
   */
  respondWith(token: Promise<SuppliedToken>): void {
    if (this.#answered || this.eventPhase === Event.NONE)
      throw new DOMException(
        'Call respondWith once, in a token-expired listener, before any await.',
        'InvalidStateError',
      );
    this.#answered = true;
    this.#respondWith(token);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'pin-ready': PinReadyEvent;
    'pin-change': PinChangeEvent;
    'pin-set': PinSetEvent;
    'pin-error': PinErrorEvent;
    'token-expired': TokenExpiredEvent;
  }
}
