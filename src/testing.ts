/**
 * For unit tests of a page, in jsdom or happy-dom: registers an inert stand-in as `<set-card-pin>`,
 * and raises the element's events. Nobody has to type a PIN, and no service is called. Import it
 * before `set-card-pin`.
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
import { registerStandIn, StandIn } from './testing/stand-in.js';

registerStandIn();

/** An outcome that ends a submit with an event. */
export type SimulatedOutcome = Extract<Outcome, { kind: 'set' }> | FailedOutcome;

/**
 * Ends a submit: raises `pin-set` for the outcome `set`, `pin-error` for any other. If the page
 * called `submit()`, its promise resolves to the outcome.
 *
 * @returns the event
 */
export function simulate(
  element: SetCardPinElement,
  outcome: SimulatedOutcome,
): PinSetEvent | PinErrorEvent {
  const event = endEvent(outcome);
  element.dispatchEvent(event);
  if (element instanceof StandIn) element.end(outcome);
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
