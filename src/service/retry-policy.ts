/**
 * Decides whether and when a submit is retried. Pure.
 */
import type { Reply } from './reply.js';

/**
 * The most attempts of one submit. Attempts that are answered with 400 or 401 don't count, because
 * they executed nothing.
 */
const MAX_ATTEMPTS = 4;

/**
 * Milliseconds from the first attempt to the last moment at which another may start. Time spent on
 * waiting for a token does not count.
 */
export const RETRY_BUDGET = 30_000;

/**
 * The longest backoff before the second attempt, in milliseconds. It doubles with each further
 * attempt.
 */
const FIRST_BACKOFF = 1000;

/** The attempts of a submit so far. */
export interface Course {
  /** The number of attempts, the last one included. */
  readonly attempts: number;
  /** Milliseconds since the first attempt. */
  readonly elapsed: number;
  /** `true` if the service would recognise a repeated request by its key. */
  readonly keyed: boolean;
}

/**
 * Returns the wait before the next attempt: exponential backoff with full jitter, on top of the
 * time that the service asks for.
 *
 * @param now - The time, in milliseconds since 1970. A service may ask to wait until a date.
 * @param random - From 0 to 1, 1 excluded.
 * @returns Milliseconds, or `undefined` if there must be no other attempt.
 */
export function waitBeforeRetry(
  reply: Reply,
  { attempts, elapsed, keyed }: Course,
  now: number,
  random: number,
): number | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined;
  switch (reply.kind) {
    case 'lost':
    case 'server-error':
      // Setting a PIN twice does no harm to the card, but it may cause a second notification or
      // count against a limit. So without a key the cardholder decides.
      if (!keyed) return undefined;
      break;
    case 'rate-limited':
    case 'unavailable':
      break;
    default:
      return undefined;
  }
  const asked = 'retryAfter' in reply ? millisecondsOf(reply.retryAfter, now) : 0;
  // The clock may have been set back, which must not extend the budget.
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
