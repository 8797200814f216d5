/** Detects when the page takes focus while a digit key is down, and so receives the `keyup`. */
import { followKey, isDigitDown, releaseKeys } from '../../shield/shield.js';

/** Calls a function each time a digit key goes down in a root and comes up elsewhere. */
export function watchInterruptions(root: ShadowRoot, handle: () => void): void {
  window.addEventListener('keydown', (event) => {
    if (!event.repeat && isDigitDown(event)) {
      handle();
      // Otherwise, the next digit would remove the message at once.
      event.preventDefault();
    }
    followKey(event);
  });
  window.addEventListener('keyup', followKey);
  window.addEventListener('blur', () => {
    // If another window, a menu or the address bar has focus, the field is still active.
    if (isDigitDown() && root.activeElement === null) handle();
    releaseKeys();
  });
  // Firefox reports neither `blur` nor `keyup` to a frame that the page hides.
  window.addEventListener('focus', () => {
    if (isDigitDown()) handle();
    releaseKeys();
  });
}
