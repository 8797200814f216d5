/**
 * The element's events, one class each. All bubble and are composed. None carries the PIN or a
 * token.
 */
import type { SuppliedToken, TokenNeed, TokenReason } from '../service/client-tokens.js';
import { ENDS, type FailedOutcome, type Outcome, type PaymentCard } from '../set-pin/outcome.js';

const EVENT_INIT = { bubbles: true, composed: true } as const;

/**
 * Raised when the fields can be used: once each time that the element is connected to a page, and
 * again if a change of `frameSrc` loads another frame page.
 */
export class PinReadyEvent extends Event {
  constructor() {
    super('pin-ready', EVENT_INIT);
  }
}

/** Raised when `complete` or `valid` changes, not for each key. */
export class PinChangeEvent extends Event {
  /** `true` if every field holds as many digits as a PIN has, or the PIN is set. */
  readonly complete: boolean;
  /** `true` if the new PIN passes the local rules and the confirmation matches. */
  readonly valid: boolean;

  constructor(complete: boolean, valid: boolean) {
    super('pin-change', EVENT_INIT);
    this.complete = complete;
    this.valid = valid;
  }
}

/** Raised when the service has confirmed the new PIN. */
export class PinSetEvent extends Event {
  /** The card, as the service describes it. */
  readonly card: PaymentCard;
  /** The service's id of the request, to quote to its support; `undefined` if it sent none. */
  readonly requestId: string | undefined;

  constructor(card: PaymentCard, requestId: string | undefined) {
    super('pin-set', EVENT_INIT);
    this.card = card;
    this.requestId = requestId;
  }
}

/**
 * Raised when a submit ends as anything but `set` or `aborted`, or, in isolated mode, when the
 * frame fails.
 */
export class PinErrorEvent extends Event {
  /** The outcome of the submit, or the failure of the frame. */
  readonly outcome: FailedOutcome;
  /** The service's id of the request, to quote to its support; `undefined` if there is none. */
  readonly requestId: string | undefined;
  /** `true` if pressing the button again makes sense as things stand: the PIN is still there. */
  readonly retryable: boolean;
  /** `frame` if the frame of isolated mode failed, even without a submit; else `undefined`. */
  readonly cause: 'frame' | undefined;

  /** What the page's promise of a client token rejected with; `undefined` otherwise. */
  readonly error: unknown;

  /** @param isKept - `true` if what was typed is still there. */
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

/** Returns the event for a submit that ended, or for a frame that failed. */
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
 * Raised when a submit needs a client token. A listener may answer with `respondWith`. If none
 * does, `getClientToken` is called, and without it the submit waits for `clientToken`.
 * `preventDefault()` says that the page will set `clientToken`.
 */
export class TokenExpiredEvent extends Event {
  /**
   * `missing`: there is no token. `expired`: its date has passed.
   * `rejected`: the service rejected it.
   */
  readonly reason: TokenReason;
  /** The id of the request that the service refused; `undefined` if there is none. */
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
   * Answers with a promise of a fresh token, or of `null` if nobody is signed in. If the promise
   * rejects, the submit ends as `token-unavailable`. If it brings a refused token, the submit ends
   * as `token-expired`.
   *
   * @throws {DOMException} `InvalidStateError` on a second call, or after the event's dispatch.
   */
  respondWith(token: Promise<SuppliedToken>): void {
    if (this.#answered || this.eventPhase === Event.NONE)
      throw new DOMException(
        'Call respondWith once, in the listener of token-expired, before any await.',
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
