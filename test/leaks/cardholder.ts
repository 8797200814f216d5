/** A cardholder who sets a PIN in the page of an attack or a recorder. */
import { randomInt } from 'node:crypto';
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { waitForFocus } from '../support/cardholder.js';

/** Way in which a PIN gets into a field. */
export type EntryMethod = 'keys' | 'paste' | 'drop' | 'composition';

/** A page with the form, in any browser. */
export interface PageWithForm {
  /** The frame page; undefined unless the mode is isolated. */
  readonly frame?: Frame | undefined;
  /** Presses a key with its modifiers: `Tab`, `Shift+Tab`. */
  press(key: string): Promise<void>;
  /** Presses a key, and holds it until a function has settled. */
  hold(key: string, meanwhile: () => Promise<unknown>): Promise<void>;
  /** Inserts a PIN into the focused field without the keyboard. */
  insert(method: Exclude<EntryMethod, 'keys'>, pin: string): Promise<void>;
}

/**
 * Returns eight different digits. In what attacks capture, four digits occur by chance in every
 * eighth run of all of them, and eight in less than one of a hundred thousand.
 */
export function randomPin(): string {
  const digits = new Set<number>();
  while (digits.size < 8) digits.add(randomInt(10));
  return [...digits].join('');
}

/** How a cardholder sets a PIN. */
interface Entry {
  /** Called after each key. */
  readonly afterKey?: () => Promise<unknown>;
  /** Ways in which the PIN gets into the confirmation, which is emptied between them. */
  readonly methods?: readonly EntryMethod[] | undefined;
  /** Called while a key of the new PIN is down, and once it is up. */
  readonly duringKey?: () => Promise<unknown>;
}

/**
 * Sets a PIN and gives an attack many chances to get it. Moves the focus into the form, types the
 * PIN, reveals it, goes back and copies it. Then enters the confirmation, selects and copies it,
 * masks the PIN again, and submits it.
 */
export async function tabIntoFormAndSetPin(
  page: PageWithForm,
  pin: string,
  { afterKey, duringKey, methods = ['keys'] }: Entry = {},
): Promise<void> {
  await page.press('Tab');
  await waitForFocus(page);
  await afterKey?.();
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await page.press(key);
      await afterKey?.();
    }
  };
  for (const digit of pin) {
    if (duringKey === undefined) await press(digit);
    else await page.hold(digit, duringKey);
    await duringKey?.();
  }
  await press('Tab', 'Tab', 'Enter', 'Shift+Tab', 'Shift+Tab', 'Control+c', 'Tab');
  for (const [index, method] of methods.entries()) {
    // While the PIN is revealed, the element keeps no selection that one key could delete.
    if (index > 0) await press(...[...pin].map(() => 'Backspace'));
    if (method === 'keys') await press(...pin, 'Control+a', 'Control+c');
    else await page.insert(method, pin);
  }
  // Not Enter in the field: a composition may be open there.
  await press('Tab', 'Enter', 'Tab', 'Enter');
}

/** A page in Chromium, with its protocol. */
interface ChromiumPage {
  readonly page: Page;
  readonly protocol: CDPSession;
  readonly frame?: Frame | undefined;
}

/** Insert a PIN into the focused field, in Chromium. */
export const INSERT: Readonly<
  Record<Exclude<EntryMethod, 'keys'>, (page: ChromiumPage, pin: string) => Promise<void>>
> = {
  paste: async ({ page }, pin) => {
    await copyFromNote(page.context(), pin);
    await page.keyboard.press('Control+v');
  },
  drop: async ({ page, frame, protocol }, pin) => {
    const session = frame === undefined ? protocol : await page.context().newCDPSession(frame);
    const { x: left = 0, y: top = 0 } = (await (await frame?.frameElement())?.boundingBox()) ?? {};
    const { model } = await session.send('DOM.getBoxModel', await focusedField(session));
    const [fieldLeft = 0, fieldTop = 0] = model.border;
    const point = {
      x: left + fieldLeft + model.width / 2,
      y: top + fieldTop + model.height / 2,
    };
    const data = { items: [{ mimeType: 'text/plain', data: pin }], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await protocol.send('Input.dispatchDragEvent', { type, ...point, data });
  },
  /** Leaves the composition open. It ends when the focus moves. */
  composition: async ({ protocol, frame }, text) => {
    const [selectionStart, selectionEnd] = [text.length, text.length];
    await protocol.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
    // The protocol doesn't wait until a frame has handled the composition.
    await frame?.evaluate(() => new Promise(requestAnimationFrame));
  },
};

/** Copies a PIN from a note in another page. Like many people's notes, it has a space. */
async function copyFromNote(profile: BrowserContext, pin: string): Promise<void> {
  const notes = await profile.newPage();
  await notes.setContent(`<textarea>${pin.slice(0, 2)} ${pin.slice(2)}</textarea>`);
  await notes.locator('textarea').focus();
  for (const key of ['Control+a', 'Control+c']) await notes.keyboard.press(key);
  await notes.close();
}

/** Looks into closed roots, and into the frames in the process of a page. */
async function focusedField(session: CDPSession): Promise<{ readonly backendNodeId: number }> {
  const { frameTree } = await session.send('Page.getFrameTree');
  for (const { frame } of [frameTree, ...(frameTree.childFrames ?? [])]) {
    const { nodes } = await session.send('Accessibility.getFullAXTree', { frameId: frame.id });
    const field = nodes.find(
      ({ role, properties }) =>
        role?.value === 'textbox' &&
        properties?.some(({ name, value }) => name === 'focused' && value.value === true),
    );
    if (field?.backendDOMNodeId) return { backendNodeId: field.backendDOMNodeId };
  }
  throw new Error('No field has the focus.');
}
