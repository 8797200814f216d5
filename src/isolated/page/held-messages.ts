/**
 * Messages to the host that wait until no digit key is down. A host page that learned of a digit
 * while its key is down could take the focus and receive the `keyup`, which names the digit.
 */
import { digitsOfWhole } from '../../pin/digits.js';
import type { FromFrame } from '../protocol.js';

/** Milliseconds after which a `keyup` counts as lost, as when another program took it. */
const LONGEST_PRESS = 2_000;

/** Keys of digits, also if an input method hides `key`. Not F6. */
const DIGIT_KEY = /^(Digit|Numpad)\d/;

/**
 * Returns a function that sends a message as soon as no digit key is down. Keeps the order.
 *
 * @param handleLostKey - Called if the focus leaves the frame page while a digit key is down.
 */
export function holdMessages(
  send: (message: FromFrame) => void,
  handleLostKey: () => void,
): (message: FromFrame) => void {
  const waiting: FromFrame[] = [];
  /** The timers of the digit keys that are down, by the codes of the keys. */
  const down = new Map<string, ReturnType<typeof setTimeout>>();
  const flush = (): void => {
    if (down.size === 0) waiting.splice(0).forEach(send);
  };
  const release = (code: string): void => {
    clearTimeout(down.get(code));
    down.delete(code);
    flush();
  };
  /** Counts all keys as up, because this page doesn't learn when they come up. */
  const releaseAll = (): void => [...down.keys()].forEach(release);

  window.addEventListener('keydown', ({ key, code, ctrlKey, altKey, metaKey }) => {
    // A shortcut types nothing, and the `keyup` of some never comes.
    if (ctrlKey || altKey || metaKey) return;
    if (!DIGIT_KEY.test(code) && digitsOfWhole(key) === undefined) return;
    // A held key repeats, which shows that it is still down.
    clearTimeout(down.get(code));
    const timer = setTimeout(() => release(code), LONGEST_PRESS);
    down.set(code, timer);
  });
  window.addEventListener('keyup', ({ key, code }) => {
    // While Meta is down, macOS reports no other key that comes up.
    if (key === 'Meta') releaseAll();
    else release(code);
  });
  window.addEventListener('blur', () => {
    if (down.size > 0) handleLostKey();
    releaseAll();
  });
  return (message) => {
    waiting.push(message);
    flush();
  };
}
