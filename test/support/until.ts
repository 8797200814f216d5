import { setTimeout } from 'node:timers/promises';

/** Milliseconds to wait for a change, even on a busy machine. */
const LIMIT = 60_000;

/** Milliseconds between two checks. */
const PAUSE = 20;

/**
 * Waits until a condition holds.
 *
 * @param what - The condition, for the error message.
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limit = LIMIT,
): Promise<void> {
  const end = Date.now() + limit;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within ${limit / 1000} s: ${what}.`);
    await setTimeout(PAUSE);
  }
}
