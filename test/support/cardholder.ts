/** A cardholder who uses a page with the keyboard, through Playwright. */
import type { Frame, Page } from 'playwright-core';

/** Runs in the frame page. Returns whether a field has focus. */
export const hasFocus = (): boolean =>
  document.hasFocus() && document.body.matches(':focus-within');

/**
 * Waits until a field in the frame page, if there is one, has focus. The focus moves into a
 * frame a moment after the page requests it, and keys pressed before that would be lost.
 */
export async function waitForFocus(frame?: Frame): Promise<void> {
  await frame?.waitForFunction(hasFocus, undefined, { polling: 20 });
}

/** Types a PIN and its confirmation. The focus has to be in the first field. */
export async function typePinTwice({ keyboard }: Page, pin: string): Promise<void> {
  await keyboard.type(pin);
  await keyboard.press('Tab');
  await keyboard.type(pin);
}
