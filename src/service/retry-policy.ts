/** Decides whether and when a submit makes another attempt. Pure. */
import type { Reply } from './reply.js';

/** The maximum number of attempts per submit. Attempts with a rejected token don't count. */
const MAX_ATTEMPTS = 4;

/** Milliseconds during which further attempts may start, not counting waits for tokens. */
export const RETRY_BUDGET = 30_000;

/** The longest delay before the second attempt, in milliseconds. Doubles with each attempt. */
const FIRST_BACKOFF = 1000;

export interface Attempts {
  /** The number of attempts, not counting those whose token was rejected. */
  readonly attempts: number;
  /** Milliseconds since the first attempt, not counting the time spent waiting for tokens. */
  readonly elapsed: number;
  readonly keyed: boolean;
}

/**
 * Returns the wait before the next attempt: exponential backoff with full jitter, in addition to
 * the API's `Retry-After`.
 *
 * @param random - From 0 to 1, excluding 1.
 * @returns Milliseconds, or `undefined` if no further attempt is allowed.
 */
export function waitBeforeRetry(
  reply: Reply,
  { attempts, elapsed, keyed }: Attempts,
  random: number,
): number | undefined {
  // Without the key, the API can't recognise a request that it has already executed.
  if (!keyed || attempts >= MAX_ATTEMPTS) return undefined;
  const isPassing = reply.kind === 'rate-limited' || (reply.kind === 'doubt' && reply.isPassing);
  if (!isPassing) return undefined;
  const asked = (reply.retryAfter ?? 0) * 1000;
  // A clock that was set back must not extend the budget.
  const left = RETRY_BUDGET - Math.max(elapsed, 0) - asked;
  return left < 0
    ? undefined
    : asked + random * Math.min(FIRST_BACKOFF * 2 ** (attempts - 1), left);
}
