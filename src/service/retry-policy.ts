/**
 * Reply, attempt → wait or stop. Pure.
 */
import type { Reply } from './request.js';

/** How often one submit is sent at most, the attempts that executed nothing for a reason of their own (400, 401) not counted. */
const MOST_ATTEMPTS = 4;

/** The time after the first attempt within which another one may start, in milliseconds. Waiting for a token does not count. */
export const RETRY_BUDGET = 30_000;

/** The longest wait before the second attempt, in milliseconds; it doubles with each further one. */
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
 * Tells how long to wait before the next attempt: exponential backoff with full jitter, on top of what the service asks for.
 *
 * @param now - The time, in milliseconds since 1970; a service may name a date.
 * @param random - From 0 to 1, 1 excluded.
 * @returns Milliseconds, or `undefined` where there is to be no other attempt.
 */
export function waitBeforeRetry(
  reply: Reply,
  { attempts, elapsed, keyed }: Course,
  now: number,
  random: number,
): number | undefined {
  if (!isRetried(reply, keyed) || attempts >= MOST_ATTEMPTS) return undefined;
  const asked = reply.kind === 'answer' ? retryAfter(reply.retryAfter, now) : 0;
  // A clock that was put back would give time without end.
  const left = RETRY_BUDGET - Math.max(elapsed, 0) - asked;
  return left < 0
    ? undefined
    : asked + random * Math.min(FIRST_BACKOFF * 2 ** (attempts - 1), left);
}

/**
 * A lost answer is asked for again only with a key: setting a PIN twice is harmless to the card, and perhaps not to notifications
 * and limits.
 */
function isRetried(reply: Reply, keyed: boolean): boolean {
  return reply.kind === 'lost'
    ? keyed
    : reply.kind === 'answer' && (reply.status === 429 || reply.status >= 500);
}

/** Seconds or a date (RFC 9110, section 10.2.3); nothing where it is neither. */
function retryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return wait > 0 ? wait : 0;
}
