/**
 * The cardholder who uses the page: presses keys, clicks, and reads the page through its
 * accessibility tree or its nodes, because the element's shadow root is closed to tests too.
 */
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import {
  messagesSettled,
  tree as accessibilityTree,
  type AccessibleNode,
} from './accessibility-tree.js';
import { engine } from './engine.js';
import { holdKey, releaseKey } from './keys.js';
import { tree as pageNodes } from './page-nodes.js';

export { frames, protocol, type AccessibleNode } from './accessibility-tree.js';

const tree = engine === 'chromium' ? accessibilityTree : pageNodes;

/** Presses keys one after another, each with its modifiers, such as `Shift+Tab` or `Control+a`. */
export async function press(...keys: readonly string[]): Promise<void> {
  // A key would arrive before the messages that the page has just sent to a frame, such as one that
  // moves the focus. People are slower than that.
  await messagesSettled();
  for (const combination of keys) {
    const modifiers = combination.split('+');
    const key = modifiers.pop() ?? '';
    for (const modifier of modifiers) await holdKey(modifier);
    await sendKeys({ press: key });
    for (const modifier of modifiers) await releaseKey(modifier);
  }
  await messagesSettled();
}

/** Copies a text from another field in the page, which receives focus. */
export async function copy(text: string): Promise<void> {
  const source = document.createElement('textarea');
  source.value = text;
  document.body.append(source);
  source.select();
  await press('Control+c');
  source.remove();
}

/** Undoes the last edit with the browser's command, because WebKitGTK has no key for it. */
export async function undo(): Promise<void> {
  if (engine === 'webkit') document.execCommand('undo');
  else await press('Control+z');
}

export async function redo(): Promise<void> {
  if (engine === 'webkit') document.execCommand('redo');
  else await press('Control+Shift+Z');
}

export async function type(text: string): Promise<void> {
  await messagesSettled();
  await sendKeys({ type: text });
  await messagesSettled();
}

/** Clicks the middle of the first node that {@link find} returns for a role and a name. */
export async function click(role: string, name: string, times = 1): Promise<void> {
  const position = await middleOf(await find(role, name));
  for (let clicks = 0; clicks < times; clicks++) await sendMouse({ type: 'click', position });
}

/** Returns the middle of a node in whole pixels. */
export async function middleOf({ id }: AccessibleNode): Promise<[x: number, y: number]> {
  const [x, y] = await tree.centerOf(id);
  return [Math.round(x), Math.round(y)];
}

/** Reads the accessibility tree of the whole page, in Firefox and WebKit from its nodes. */
export const readTree = () => tree.read();

/** Milliseconds to wait for a node. A frame updates its tree later than the page. */
const FIND_LIMIT = 60_000;

/** Waits for a node of a role whose name begins with `name`, and returns the first one. */
export async function find(role: string, name = ''): Promise<AccessibleNode> {
  const end = performance.now() + FIND_LIMIT;
  do {
    const found = await findNow(role, name);
    if (found !== undefined) return found;
  } while (performance.now() < end);
  throw new Error(`The page has no ${role} named "${name}".`);
}

export const newPin = () => find('textbox', 'New PIN');
export const confirmation = () => find('textbox', 'Confirm');

/** Moves the focus with the Tab key to a button, past at most seven other stops. */
export async function tabTo(name: string): Promise<void> {
  for (let stops = 0; stops < 8; stops++) {
    if ((await find('button', name)).focused) return;
    await press('Tab');
  }
  throw new Error(`The Tab key doesn’t reach the button "${name}".`);
}

/** Returns whether the page has a node with a role and a name that begins with `name`. */
export const exists = async (role: string, name = '') => (await findNow(role, name)) !== undefined;

const findNow = async (role: string, name: string) =>
  (await readTree()).find((each) => each.role === role && each.name.startsWith(name));

/** Returns the text of the polite live region. */
export const status = async () => (await find('status')).text;
/** Returns the text of the assertive live region. */
export const alert = async () => (await find('alert')).text;

/** Focuses the element's first field and types a PIN into both fields. */
export async function enterPin(
  element: HTMLElement,
  pin: string,
  confirmationPin = pin,
): Promise<void> {
  element.focus();
  await type(pin);
  await press('Tab');
  await type(confirmationPin);
}

/** Types a PIN into both fields and submits it with the Enter key. */
export async function setPin(element: HTMLElement, pin: string): Promise<void> {
  await enterPin(element, pin);
  await press('Enter');
}

/** Reveals and returns the new PIN. The focus goes from its field to the reveal button. */
export async function revealNewPin(): Promise<string> {
  await press('Tab', 'Tab', 'Enter');
  return (await newPin()).value;
}
