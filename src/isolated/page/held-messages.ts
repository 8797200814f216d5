/**
 * Messages to the host that wait until no digit key is down. A host page that learned of a digit
 * while its key is down could take the focus and receive the `keyup`, which names the digit.
 */
import type { FromFrame } from '../protocol.js';
import { DigitKeys } from './digit-keys.js';

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
  const flush = (): void => {
    if (!keys.areDown) waiting.splice(0).forEach(send);
  };
  const keys = new DigitKeys(flush);
  window.addEventListener('keydown', (event) => keys.handleDown(event));
  window.addEventListener('keyup', (event) => keys.handleUp(event));
  window.addEventListener('blur', () => {
    if (keys.areDown) handleLostKey();
    keys.forget();
  });
  return (message) => {
    waiting.push(message);
    flush();
  };
}
