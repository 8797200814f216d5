/**
 * One class an event. All bubble and are composed; none carries the PIN, nor a token.
 */
import type { ClientToken, TokenNeed, TokenReason } from '../service/client-tokens.js';
import type { FailedOutcome, Outcome, PaymentCard } from '../set-pin/outcome.js';

const ON_ITS_WAY = { bubbles: true, composed: true } as const;

/** Names nobody but the element. */
abstract class PinEvent extends Event {
  /**
   * Firefox keeps here what the cardholder is at when the event is made: a field in the closed root.
   *
   * @internal
   */
  get explicitOriginalTarget(): null {
    return null;
  }
}

/** The fields can be used. Once for each connection of the element, after its first render. */
export class PinReadyEvent extends PinEvent {
  constructor() {
    super('pin-ready', ON_ITS_WAY);
  }
}

/** `complete` or `valid` changed; never one for each key. */
export class PinChangeEvent extends PinEvent {
  /** Whether every field holds as many digits as a PIN has. */
  readonly complete: boolean;
  /** Whether the entry passes the local rules and both fields agree. */
  readonly valid: boolean;

  constructor(complete: boolean, valid: boolean) {
    super('pin-change', ON_ITS_WAY);
    this.complete = complete;
    this.valid = valid;
  }
}

/** The service confirmed the new PIN. */
export class PinSetEvent extends PinEvent {
  /** The card, as the service describes it. */
  readonly card: PaymentCard;
  /** The service's id of the request, to quote to its support; `undefined` where it sent none. */
  readonly requestId: string | undefined;

  constructor(card: PaymentCard, requestId: string | undefined) {
    super('pin-set', ON_ITS_WAY);
    this.card = card;
    this.requestId = requestId;
  }
}

/** A submit ended as anything but `set` or `aborted`; or, in isolated mode, the frame failed. */
export class PinErrorEvent extends PinEvent {
  /** How it ended. */
  readonly outcome: FailedOutcome;
  /** The service's id of the request, to quote to its support; `undefined` where nothing was answered. */
  readonly requestId: string | undefined;
  /** Whether the same submit may succeed at another time, with nothing changed in the page or the PIN. */
  readonly retryable: boolean;
  /**
   * In isolated mode: `frame`, the frame page failed, in a submit or outside of one; `covered`, something lies over it, and nothing
   * was sent. `undefined` otherwise.
   */
  readonly cause: 'frame' | 'covered' | undefined;

  constructor(outcome: FailedOutcome, cause?: 'frame') {
    super('pin-error', ON_ITS_WAY);
    this.cause = 'detail' in outcome && outcome.detail === 'covered' ? 'covered' : cause;
    this.outcome = outcome;
    this.requestId = 'requestId' in outcome ? outcome.requestId : undefined;
    this.retryable = RETRYABLE.includes(outcome.kind);
  }
}

const RETRYABLE: readonly Outcome['kind'][] = [
  'token-expired',
  'rate-limited',
  'unavailable',
  'unconfirmed',
];

/** A client token is needed. Answer with `respondWith`, or set the element's `clientToken`. */
export class TokenExpiredEvent extends PinEvent {
  /** `missing`: none was given. `lapsed`: its time is nearly up. `refused`: the service answered 401. */
  readonly reason: TokenReason;
  /** Whether a submit is waiting for the token. */
  readonly pending: boolean;
  /** The service's id of the request that it refused, if one was. */
  readonly requestId: string | undefined;
  readonly #respondWith: TokenNeed['respondWith'];
  #answered = false;

  constructor({ reason, pending, requestId, respondWith }: TokenNeed) {
    super('token-expired', ON_ITS_WAY);
    this.reason = reason;
    this.pending = pending;
    this.requestId = requestId;
    this.#respondWith = respondWith;
  }

  /**
   * Promises a fresh token. A pending submit goes on with it; a rejection ends the submit at once.
   *
   * @throws {DOMException} `InvalidStateError` when called a second time, or when the event is over.
   */
  respondWith(token: Promise<string | ClientToken>): void {
    if (this.#answered)
      throw new DOMException('token-expired has been answered already.', 'InvalidStateError');
    if (this.eventPhase === Event.NONE)
      throw new DOMException(
        'token-expired is over: call respondWith in the listener, before any await.',
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
