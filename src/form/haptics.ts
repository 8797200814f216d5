/**
 * The vibration of the device. Safari and Firefox don't have it.
 */
import type { Outcome } from '../set-pin/outcome.js';

/** Milliseconds. */
const LENGTH = 60;

/** Lets the device vibrate if an outcome is an error. */
export function vibrateAt({ kind }: Outcome): void {
  if (/^(set|unconfirmed|aborted)$/.test(kind) || !('vibrate' in navigator)) return;
  // Not now: the function may be the page's own, and if it throws, the submit still has to end.
  queueMicrotask(() => navigator.vibrate(LENGTH));
}
