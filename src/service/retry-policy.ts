/** Decides whether and when a submit makes another attempt. Pure. */
import type { Reply } from './reply.js';

/** The most attempts of one submit. One that is answered with a refused token doesn't count. */
const MAX_ATTEMPTS = 4;

/** Milliseconds from the first attempt in which others may start. Waits for a token don't count. */
export const RETRY_BUDGET = 30_000;

/** The longest backoff before the second attempt, in milliseconds. It doubles with each attempt. */
const FIRST_BACKOFF = 1000;

/** The attempts of a submit so far. */
export interface Attempts {
  /** The number of attempts, without those answered with a refused token. */
  readonly attempts: number;
  /** Milliseconds since the first attempt, without the time spent waiting for tokens. */
  readonly elapsed: number;
  readonly keyed: boolean;
}

/**
 * Returns the wait before the next attempt: exponential backoff with full jitter, on top of the
 * time that the service asks for.
 *
 * @param random - From 0 to 1, 1 excluded.
 * @returns Milliseconds, or `undefined` if there must be no other attempt.
 */
export function waitBeforeRetry(
  reply: Reply,
  { attempts, elapsed, keyed }: Attempts,
  random: number,
): number | undefined {
  // Without the key, the service can't know that it may have executed this request already.
  if (!keyed || attempts >= MAX_ATTEMPTS) return undefined;
  const isPassing = reply.kind === 'rate-limited' || (reply.kind === 'doubt' && reply.isPassing);
  if (!isPassing) return undefined;
  const asked = (reply.retryAfter ?? 0) * 1000;
  // The clock may have been set back, which must not extend the budget.
  const left = RETRY_BUDGET - Math.max(elapsed, 0) - asked;
  return left < 0
    ? undefined
    : asked + random * Math.min(FIRST_BACKOFF * 2 ** (attempts - 1), left);
}
