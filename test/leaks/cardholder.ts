/** A cardholder at a portal's page, with the keys of a keyboard. */
import { randomInt } from 'node:crypto';
import type { CDPSession, Frame, Page } from 'playwright-core';
import { pinProblem } from '../../src/pin/rules.js';

/** How a PIN comes into a field. */
export type Entry = 'keys' | 'paste' | 'drop' | 'composition';

/** What a cardholder needs of a page, in whatever browser. */
export interface CardholdersPage {
  /** Where the form is in isolated mode. */
  readonly frame?: Frame | undefined;
  /** Presses a key, with its modifiers: `Tab`, `Shift+Tab`. */
  press(key: string): Promise<void>;
  /** Brings a text into the field that has the focus, where it is not by keys. */
  bring(way: Exclude<Entry, 'keys'>, text: string): Promise<void>;
}

/** Four digits, each another, that no rule of the element's refuses. */
export function randomPin(): string {
  for (;;) {
    const pin = String(randomInt(10_000)).padStart(4, '0');
    if (new Set(pin).size === 4 && pinProblem(pin, 4, ['sequence']) === undefined) return pin;
  }
}

/**
 * Goes into the form and sets a PIN there, as {@link fillIn} does.
 *
 * @param look - Called after each key, for who looks at the page time and again.
 * @param entry - How the PIN comes into the second field.
 */
export async function enterPin(
  portalPage: CardholdersPage,
  pin: string,
  look: () => Promise<unknown>,
  entry?: Entry,
): Promise<void> {
  await portalPage.press('Tab');
  await focusComes(portalPage);
  await look();
  await fillIn(portalPage, pin, look, entry);
}

/** Waits until the focus is in a field: into a frame it comes later than it is moved there, and keys would be lost. */
export async function focusComes({ frame }: Pick<CardholdersPage, 'frame'>): Promise<void> {
  const isThere = () => document.hasFocus() && document.body.matches(':focus-within');
  await frame?.waitForFunction(isThere, undefined, { polling: 20 });
}

/**
 * Types a PIN into the field that has the focus, shows it, goes back to it, confirms it while it is shown, selects it, presses the
 * button that shows and hides it, sends it.
 */
export async function fillIn(
  portalPage: CardholdersPage,
  pin: string,
  look: () => Promise<unknown>,
  entry: Entry = 'keys',
): Promise<void> {
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await portalPage.press(key);
      await look();
    }
  };
  await press(...pin, 'Tab', 'Enter', 'Shift+Tab', 'Control+c', 'Tab', 'Tab');
  if (entry === 'keys') await press(...pin, 'Control+a', 'Control+c');
  else await portalPage.bring(entry, pin);
  await press('Shift+Tab', 'Enter', 'Tab', 'Enter');
}

/** A page in Chromium, with its protocol. */
interface ChromiumPage {
  readonly page: Page;
  readonly protocol: CDPSession;
  /** Where the form is in isolated mode. */
  readonly frame?: Frame | undefined;
}

/** Brings a PIN into the field that has the focus, in Chromium. */
export function bring(page: ChromiumPage, way: Exclude<Entry, 'keys'>, pin: string): Promise<void> {
  return WAYS[way](page, pin);
}

const WAYS: Readonly<
  Record<Exclude<Entry, 'keys'>, (page: ChromiumPage, pin: string) => Promise<void>>
> = {
  /** From another page, where it stands as people write it down. */
  paste: async ({ page }, pin) => {
    const notes = await page.context().newPage();
    await notes.setContent(`<textarea>${pin.slice(0, 2)} ${pin.slice(2)}</textarea>`);
    await notes.locator('textarea').focus();
    for (const key of ['Control+a', 'Control+c']) await notes.keyboard.press(key);
    await notes.close();
    await page.keyboard.press('Control+v');
  },
  drop: async ({ page, frame, protocol }, pin) => {
    const inside = frame && (await page.context().newCDPSession(frame));
    const { x: left = 0, y: top = 0 } = (await (await frame?.frameElement())?.boundingBox()) ?? {};
    const { nodes } = await (inside ?? protocol).send('Accessibility.getFullAXTree');
    const field = nodes.find(
      ({ role, properties }) =>
        role?.value === 'textbox' &&
        properties?.some(({ name, value }) => name === 'focused' && value.value === true),
    );
    const { model } = await (inside ?? protocol).send('DOM.getBoxModel', {
      backendNodeId: field?.backendDOMNodeId ?? 0,
    });
    const [west = 0, north = 0, east = 0, , , south = 0] = model.border;
    const place = { x: left + (west + east) / 2, y: top + (north + south) / 2 };
    const data = { items: [{ mimeType: 'text/plain', data: pin }], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await protocol.send('Input.dispatchDragEvent', { type, ...place, data });
  },
  /** It ends when the focus goes on. */
  composition: async ({ protocol, frame }, text) => {
    const [selectionStart, selectionEnd] = [text.length, text.length];
    await protocol.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
    // The protocol does not wait for a frame to have taken it in.
    await frame?.evaluate(() => new Promise(requestAnimationFrame));
  },
};
