/** A cardholder who sets a PIN in a page with attacks or a recorder. */
import { waitForFocus } from '../support/cardholder.js';
import type { AttackedPage } from './portal-page.js';

/** Returns a pattern of eight consecutive digits of a PIN, which are enough to guess the rest. */
export function partOf(pin: string): RegExp {
  const parts = Array.from({ length: pin.length - 7 }, (_, start) => pin.slice(start, start + 8));
  return new RegExp(parts.join('|'));
}

/**
 * Sets a PIN and gives an attack many chances to capture it. Moves the focus into the form, types
 * the PIN, reveals it, goes back and copies it. Then types the confirmation, selects and copies it,
 * replaces it by pasting, masks the PIN again, and submits it.
 *
 * @param afterKey - Called after each key.
 */
export async function tabIntoFormAndSetPin(
  page: AttackedPage,
  pin: string,
  afterKey?: () => Promise<unknown>,
): Promise<void> {
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await page.press(key);
      await afterKey?.();
    }
  };
  await page.press('Tab');
  await waitForFocus(page.frame);
  await press(...pin, 'Tab', 'Tab', 'Enter', 'Shift+Tab', 'Shift+Tab', 'Control+c', 'Tab');
  await press(...pin, 'Control+a', 'Control+c', ...[...pin].map(() => 'Backspace'));
  await page.paste(pin);
  await press('Tab', 'Enter', 'Tab', 'Enter');
}
