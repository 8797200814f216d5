/**
 * The digit keys that are down in a field, and what waits until they are up. A page that is told of
 * an entry may move the focus, for example into another frame. The `keyup` would follow the focus,
 * and it names the digit.
 */
import { isDigitKey } from '../pin/digits.js';

/** Milliseconds after which a key counts as up: the system may have swallowed its `keyup`. */
const LONGEST_PRESS = 2_000;

const down = new Set<string>();
const waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls a function as soon as no digit key is down. Keeps the order of the calls. */
export function whenKeysAreUp(act: () => void): void {
  waiting.push(act);
  if (down.size === 0) releaseKeys();
}

/** Follows the `keydown` and the `keyup` of a key. */
export function followKey(event: KeyboardEvent): void {
  const { type, key } = event;
  if (type === 'keydown' && isDigitKey(event)) {
    down.add(idOf(event));
    clearTimeout(timer);
    timer = setTimeout(releaseKeys, LONGEST_PRESS);
  } else if (type === 'keyup') {
    down.delete(idOf(event));
    // While Meta is down, macOS reports no other key that comes up.
    if (down.size === 0 || key === 'Meta') releaseKeys();
  }
}

/** Returns whether a digit key is down: any, or that of a key event. */
export function isDigitDown(event?: KeyboardEvent): boolean {
  return event === undefined ? down.size > 0 : down.has(idOf(event));
}

/** Takes every key for up, because no `keyup` comes any more. */
export function releaseKeys(): void {
  clearTimeout(timer);
  down.clear();
  for (const act of waiting.splice(0))
    try {
      act();
    } catch (error) {
      reportError(error);
    }
}

/** On-screen keyboards give no code. */
function idOf({ code, key }: KeyboardEvent): string {
  return code || key;
}
