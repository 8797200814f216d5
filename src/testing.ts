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
import type { SuppliedToken, TokenReason } from './service/client-tokens.js';
import type { FailedOutcome, Outcome } from './set-pin/outcome.js';
import { registerStandIn, type StandIn } from './testing/stand-in.js';

registerStandIn();

/** An outcome that ends a submit with an event. */
export type SimulatedOutcome = Extract<Outcome, { kind: 'set' }> | FailedOutcome;

/**
 * Ends a submit: raises `pin-set` for the outcome `set`, `pin-error` for any other. If the page
 * called `submit()`, its promise resolves to the outcome.
 *
 * @param error - The error with which your `getClientToken` has rejected. None by default.
 * @returns the event
 */
export function simulate(
  element: SetCardPinElement,
  outcome: SimulatedOutcome,
  error?: unknown,
): PinSetEvent | PinErrorEvent {
  const event = endEvent(outcome, undefined, error);
  element.dispatchEvent(event);
  // Not `instanceof`: a test runner may have evaluated this module again.
  if ('end' in element) (element as unknown as StandIn).end(outcome);
  return event;
}

/**
 * Asks the page for a client token as a submit does: raises `token-expired`, and calls
 * `getClientToken` if no listener answers.
 *
 * @param reason - `missing` by default.
 * @returns the page's answer; `undefined` if there is none
 */
export async function needToken(
  element: SetCardPinElement,
  reason: TokenReason = 'missing',
): Promise<SuppliedToken | undefined> {
  let answer: Promise<SuppliedToken> | undefined;
  const respondWith = (promise: Promise<SuppliedToken>): void => void (answer ??= promise);
  const need = { reason, requestId: undefined };
  const isOpen = element.dispatchEvent(new TokenExpiredEvent({ ...need, respondWith }));
  const { cardId, endpoint } = element;
  if (isOpen)
    answer ??= element.getClientToken?.({
      ...need,
      cardId,
      endpoint,
      signal: new AbortController().signal,
    });
  return answer;
}
