/**
 * The cardholder at the page: hands that press keys, and eyes that read what the engine tells assistive technology. The element's
 * root is closed, for a test as for everybody else.
 */
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { engine } from './engine.js';
import { eyes as chromium, framesSettled } from './eyes/chromium.js';
import type { Perceived } from './eyes/eyes.js';
import { eyes as firefox } from './eyes/firefox.js';
import { eyes as webkit } from './eyes/webkit.js';
import { holdKey, releaseKey } from './keys.js';

export { frames, protocol } from './eyes/chromium.js';
export type { Perceived } from './eyes/eyes.js';

const eyes = { chromium, firefox, webkit }[engine];

/** Presses keys one after another, each with its modifiers: `Tab`, `Shift+Tab`, `Control+a`. */
export async function press(...keys: readonly string[]): Promise<void> {
  // A key comes before what the page has said a moment ago, as where the focus is to be; people are not as fast.
  await framesSettled();
  for (const combination of keys) {
    const modifiers = combination.split('+');
    const key = modifiers.pop() ?? '';
    for (const modifier of modifiers) await holdKey(modifier);
    await sendKeys({ press: key });
    for (const modifier of modifiers) await releaseKey(modifier);
  }
  await framesSettled();
}

/** Puts a text on the clipboard as people do: from another place of the page, which takes the focus. */
export async function copy(text: string): Promise<void> {
  const source = document.createElement('textarea');
  source.value = text;
  document.body.append(source);
  source.select();
  await press('Control+c');
  source.remove();
}

/** Takes back the last edit. WebKitGTK knows no key for it, so that the browser's command has to do there. */
export async function undo(): Promise<void> {
  if (engine === 'webkit') document.execCommand('undo');
  else await press('Control+z');
}

/** Does again what {@link undo} took back. */
export async function redo(): Promise<void> {
  if (engine === 'webkit') document.execCommand('redo');
  else await press('Control+Shift+Z');
}

/** Types a text, key by key. */
export async function type(text: string): Promise<void> {
  await framesSettled();
  await sendKeys({ type: text });
  await framesSettled();
}

/** Clicks so many times in the middle of the first thing of a role whose name begins so. */
export async function click(role: string, name: string, times = 1): Promise<void> {
  const [x, y] = await eyes.placeOf((await find(role, name)).node);
  const position: [number, number] = [Math.round(x), Math.round(y)];
  for (let done = 0; done < times; done++) await sendMouse({ type: 'click', position });
}

/** Draws the mouse from the middle of a thing to its left, with the button pressed. */
export async function drag(role: string, name: string): Promise<void> {
  const [x, y] = (await eyes.placeOf((await find(role, name)).node)).map(Math.round) as [
    number,
    number,
  ];
  await sendMouse({ type: 'move', position: [x, y] });
  await sendMouse({ type: 'down' });
  await sendMouse({ type: 'move', position: [0, y] });
  await sendMouse({ type: 'up' });
}

/** Reads the whole page. */
export function perceive(): Promise<readonly Perceived[]> {
  return eyes.perceive();
}

/** Finds the first thing of a role whose name begins so. */
export async function find(role: string, name = ''): Promise<Perceived> {
  const found = (await perceive()).find(
    (thing) => thing.role === role && thing.name.startsWith(name),
  );
  if (found === undefined) throw new Error(`There is no ${role} called "${name}" on the page.`);
  return found;
}

/** Gives something the focus, as assistive technology does. Perceive it last of all. */
export function focusOn({ node }: Perceived): Promise<void> {
  return eyes.focusOn(node);
}

/** Tells whether something of a role with such a name is on the page. */
export async function sees(role: string, name = ''): Promise<boolean> {
  return (await perceive()).some((thing) => thing.role === role && thing.name.startsWith(name));
}

/** What the polite live region says. */
export async function status(): Promise<string> {
  return (await find('status')).text;
}

/** What the assertive live region says. */
export async function alert(): Promise<string> {
  return (await find('alert')).text;
}

/** Goes to the first field from wherever the focus is, and types a PIN into both. */
export async function enterPin(
  element: HTMLElement,
  pin: string,
  confirmation = pin,
): Promise<void> {
  element.focus();
  await type(pin);
  await press('Tab', 'Tab');
  await type(confirmation);
}

/** The same, and sends it with the Enter key. */
export async function setPin(element: HTMLElement, pin: string): Promise<void> {
  await enterPin(element, pin);
  await press('Enter');
}
