/**
 * Reply, attempt → wait or stop. Pure.
 */
import type { Reply } from './reply.js';

/** Attempts that one submit may make. Those answered by 400 or 401 don't count: they executed nothing. */
const MOST_ATTEMPTS = 4;

/** Milliseconds after the first attempt in which another one may start. Waiting for a token does not count. */
export const RETRY_BUDGET = 30_000;

/** The longest backoff before the second attempt, in milliseconds. It doubles with each further one. */
const FIRST_BACKOFF = 1000;

/** How far a submit has come. */
export interface Course {
  /** Attempts so far, the last one included. */
  readonly attempts: number;
  /** Milliseconds since the first one. */
  readonly elapsed: number;
  /** Whether the service would know a repeated request by its key. */
  readonly keyed: boolean;
}

/**
 * Returns how long to wait before the next attempt: exponential backoff with full jitter, on top of what the service asks for.
 *
 * @param now - The time, in milliseconds since 1970. A service may name a date.
 * @param random - From 0 to 1, 1 excluded.
 * @returns Milliseconds, or `undefined` if there is to be no other attempt.
 */
export function waitBeforeRetry(
  reply: Reply,
  { attempts, elapsed, keyed }: Course,
  now: number,
  random: number,
): number | undefined {
  if (attempts >= MOST_ATTEMPTS) return undefined;
  let asked = 0;
  switch (reply.kind) {
    case 'lost':
      // Setting a PIN twice is harmless to the card, and perhaps not to notifications and limits.
      if (!keyed) return undefined;
      break;
    case 'rate-limited':
    case 'unavailable':
    case 'server-error':
      asked = millisecondsOf(reply.retryAfter, now);
      break;
    default:
      return undefined;
  }
  // The clock may have been put back, which must not extend the budget.
  const left = RETRY_BUDGET - Math.max(elapsed, 0) - asked;
  return left < 0
    ? undefined
    : asked + random * Math.min(FIRST_BACKOFF * 2 ** (attempts - 1), left);
}

/** Reads `Retry-After`: seconds or a date (RFC 9110, section 10.2.3). Anything else counts as 0. */
function millisecondsOf(retryAfter = '', now: number): number {
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return wait > 0 ? wait : 0;
}
