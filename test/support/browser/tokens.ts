/** The page's part in client tokens: answers requests for them, and has a clock that is wrong. */
import type { SetCardPinElement } from '../../../src/element/set-card-pin-element.js';
import type { Service } from './service.js';

/** Answers each token request of an element with a new client token. */
export function answerTokenRequests(
  element: SetCardPinElement,
  service: Service,
  cardId: string,
): void {
  element.addEventListener('token-expired', (event) => event.respondWith(service.token(cardId)));
}

/**
 * Records the reason of each token request from now on, with `pending` if a submit waits for it.
 */
export function recordTokenRequests(element: HTMLElement): string[] {
  const requests: string[] = [];
  element.addEventListener('token-expired', ({ reason, pending }) =>
    requests.push(`${reason}${pending ? ' pending' : ''}`),
  );
  return requests;
}

/** Returns the date that is this many milliseconds from now, in the format of the service. */
export function dateIn(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

/**
 * Returns the expiration date of a token that lapses in a second. An element uses a token that has
 * lapsed before, and raises no event, so this is longer than a busy machine pauses.
 */
export function dateLapsingSoon(): string {
  return dateIn(31_000);
}

/** Runs a function while the clock of the machine is fast, as after a sleep. */
export async function withClockAhead<T>(milliseconds: number, run: () => Promise<T>): Promise<T> {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
  try {
    return await run();
  } finally {
    Date.now = now;
  }
}
