/**
 * Registers an inert stand-in as `<set-card-pin>` and raises the element's events, for a page's
 * unit tests in jsdom or happy-dom. Nobody has to type a PIN, and no API is called. Import this
 * module before `set-card-pin`.
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
 * Ends a submit. Raises `pin-set` for the outcome `set`, and `pin-error` for any other. If the page
 * called `submit()`, the returned promise resolves to the outcome.
 *
 * @param error - The error with which your `getClientToken` rejected. None by default.
 * @returns the event
 */
export function simulate(
  element: SetCardPinElement,
  outcome: SimulatedOutcome,
  error?: unknown,
): PinSetEvent | PinErrorEvent {
  const event = endEvent(outcome, undefined, error);
  element.dispatchEvent(event);
  // Not `instanceof`, because a test runner may have evaluated this module again.
  if ('end' in element) (element as unknown as StandIn).end(outcome);
  return event;
}

/**
 * Requests a client token from the page, as a submit does. Raises `token-expired`, and calls
 * `getClientToken` if no listener answers.
 *
 * @param reason - `missing` by default.
 * @returns the page's answer, or `undefined` if there is none
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
