/**
 * Messages to the host that wait until no digit key is down. A host page that learned of a digit
 * while its key is down could take the focus and receive the `keyup`, which names the digit.
 */
import { digitsOfWhole } from '../../pin/digits.js';
import type { FromFrame } from '../protocol.js';

/** Milliseconds after which a `keyup` counts as lost, as when another program took it. */
const LONGEST_PRESS = 2_000;

/** Returns a function that sends a message as soon as no digit key is down. Keeps the order. */
export function holdMessages(send: (message: FromFrame) => void): (message: FromFrame) => void {
  const waiting: FromFrame[] = [];
  /** The timers of the digit keys that are down, by the keys' codes. */
  const down = new Map<string, ReturnType<typeof setTimeout>>();
  const release = (code: string): void => {
    clearTimeout(down.get(code));
    down.delete(code);
    flush();
  };
  const flush = (): void => {
    if (down.size === 0) waiting.splice(0).forEach(send);
  };
  window.addEventListener('keydown', ({ key, code, repeat, ctrlKey, metaKey, altKey }) => {
    // A shortcut types nothing, and the `keyup` of some never comes.
    if (repeat || ctrlKey || metaKey || altKey || digitsOfWhole(key) === undefined) return;
    clearTimeout(down.get(code));
    down.set(code, setTimeout(release, LONGEST_PRESS, code));
  });
  window.addEventListener('keyup', ({ code }) => release(code));
  return (message) => {
    waiting.push(message);
    flush();
  };
}
