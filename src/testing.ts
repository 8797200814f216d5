/**
 * Raises the element's events in the unit tests of a page, in jsdom, happy-dom or a browser. Nobody
 * has to type a PIN, and no service is called.
 */
import type { SetCardPinElement } from './element.js';
import {
  endEvent,
  TokenExpiredEvent,
  type PinErrorEvent,
  type PinSetEvent,
} from './element/events.js';
import type { ClientToken } from './service/client-token.js';
import type { TokenReason } from './service/client-tokens.js';
import type { FailedOutcome, Outcome } from './set-pin/outcome.js';

/** An outcome that ends a submit with an event. */
export type SimulatedOutcome = Extract<Outcome, { kind: 'set' }> | FailedOutcome;

/**
 * Raises the event with which a submit ends: `pin-set` for the outcome `set`, `pin-error` for any
 * other. The element itself does not change.
 *
 * @returns the event
 */
export function simulate(
  element: SetCardPinElement,
  outcome: SimulatedOutcome,
): PinSetEvent | PinErrorEvent {
  const event = endEvent(outcome);
  element.dispatchEvent(event);
  return event;
}

/**
 * Asks the page for a client token as a submit does: calls `getClientToken`. If it is not set or
 * fails, raises `token-expired`.
 *
 * @param reason - `missing` by default.
 * @returns the page's answer; `undefined` if it didn't answer, or answered by `clientToken`
 */
export async function needToken(
  element: SetCardPinElement,
  reason: TokenReason = 'missing',
): Promise<string | ClientToken | undefined> {
  try {
    const token = await element.getClientToken?.({ signal: new AbortController().signal });
    if (token !== undefined) return token;
  } catch {
    // As for the element, a provider that fails is like none.
  }
  let answer: Promise<string | ClientToken> | undefined;
  const respondWith = (promise: Promise<string | ClientToken>): void => {
    answer = promise;
  };
  element.dispatchEvent(
    new TokenExpiredEvent({ reason, pending: true, requestId: undefined, respondWith }),
  );
  return answer;
}
