/**
 * One submit: attempt, refresh the client token where the service refuses it, attempt again → Outcome.
 */
import { setPinOperation } from './operation.js';
import { outcomeOf, type Outcome } from './outcome.js';
import { request, type Platform } from './request.js';

/** Where a PIN is to be set. Two tries with the same one and the same PIN are one request to the service. */
export interface PinRequest {
  readonly endpoint: URL;
  readonly paymentCardId: string;
  /** Kept over every attempt of a submit; `undefined` leaves the argument out. */
  readonly idempotencyKey: string | undefined;
}

/** Where client tokens come from. Neither method rejects. */
export interface TokenSource {
  /** The token at hand, or else one that is waited for. */
  obtain(signal: AbortSignal): Promise<TokenGrant>;
  /** Tells that the service refused a token, and waits for a fresh one. */
  renew(refused: string, requestId: string | undefined, signal: AbortSignal): Promise<TokenGrant>;
  /** Tells that the service refused a token that was waited for; nothing waits for another. */
  refuse(refused: string, requestId: string | undefined): void;
}

/** What came of asking for a client token. */
export type TokenGrant =
  | {
      readonly kind: 'token';
      readonly value: string;
      /** Whether it was supplied for this very submit. */
      readonly fresh: boolean;
    }
  /** What was supplied is not a token. */
  | { readonly kind: 'malformed' }
  /** None came in time. */
  | { readonly kind: 'none' };

/**
 * Sets a PIN. Never rejects, as long as nothing that it is given throws.
 *
 * @param newPin - ASCII digits.
 * @param platform - Asked anew for each attempt, as the page can throw a realm away while a token is waited for.
 * @param mayBeSet - Whether an earlier attempt with the same PIN and key may have been executed: then no end that leaves it open
 * may claim that nothing happened.
 */
export async function setPin(
  newPin: string,
  { endpoint, paymentCardId, idempotencyKey }: PinRequest,
  tokens: TokenSource,
  platform: () => Platform,
  signal: AbortSignal,
  mayBeSet: boolean,
): Promise<Outcome> {
  const operation = setPinOperation(paymentCardId, newPin, idempotencyKey);
  const end = (outcome: Outcome): Outcome =>
    mayBeSet && !isCertain(outcome) ? unconfirmed(outcome) : outcome;

  if (signal.aborted) return { kind: 'aborted' };
  let grant = await tokens.obtain(signal);
  for (;;) {
    if (signal.aborted) return { kind: 'aborted' };
    if (grant.kind === 'none') return end({ kind: 'token-expired' });
    if (grant.kind === 'malformed') return end(MALFORMED_TOKEN);

    const reply = await request(endpoint, operation, grant.value, platform(), signal);
    if (signal.aborted) return { kind: 'aborted' };
    const outcome = outcomeOf(reply);
    if (outcome.kind !== 'token-expired') return end(outcome);
    if (grant.fresh) {
      // One refresh for each submit: a service that refuses whatever it is given would otherwise be asked for ever.
      tokens.refuse(grant.value, outcome.requestId);
      return end(outcome);
    }
    grant = await tokens.renew(grant.value, outcome.requestId, signal);
  }
}

const MALFORMED_TOKEN: Outcome = {
  kind: 'misconfigured',
  attribute: 'client-token',
  explanation:
    'The client token is neither a token as the service returns it, a string of base64-style text, nor { value, expirationDate } with such a value.',
};

/** Outcomes that stay true whatever became of earlier attempts: the service has spoken about this very PIN, or nobody asks any more. */
function isCertain({ kind }: Outcome): boolean {
  return kind === 'set' || kind === 'rejected' || kind === 'denied' || kind === 'aborted';
}

function unconfirmed(outcome: Outcome): Outcome {
  return 'requestId' in outcome && outcome.requestId !== undefined
    ? { kind: 'unconfirmed', requestId: outcome.requestId }
    : { kind: 'unconfirmed' };
}
