/** Defines attacks, runs them in a page, and finds out whether they got the PIN. */
import assert from 'node:assert/strict';
import { waitForBlur, waitForFocus } from '../support/cardholder.js';
import { setPin, tabIntoFormAndSetPin, type EntryMethod, type PageWithForm } from './cardholder.js';
import type { PublishedPage } from './portal-page.js';

/** The way in which an attack got one digit, before the element emptied its fields and said so. */
const ONE_DIGIT = 'one digit';

/** A cell of the table: whether an attack gets the PIN. */
export type Cell = 'yes' | 'one digit' | 'no';

/** Words for the cells in test titles. */
export const RESULTS: Readonly<Record<Cell, string>> = {
  yes: 'gets the PIN',
  'one digit': 'gets one digit, and is noticed',
  no: 'doesn’t get the PIN',
};

/**
 * Moment at which an attack's script runs: before the element's script, or once the element is
 * ready.
 */
export type Moment = 'before' | 'after';

/** A text that an attack captured. */
export interface Capture {
  /** Way in which it was captured, such as the name of a patched function. */
  readonly by: string;
  readonly text: string;
}

/** What an event may have, by its type. */
type HeardEvent = Partial<
  Pick<KeyboardEvent, 'key'> &
    Pick<InputEvent, 'data' | 'dataTransfer'> &
    Pick<ClipboardEvent, 'clipboardData'>
>;

/** Functions that an attack's script can use. */
interface Attacker {
  /** Records a text or a number. Ignores other values. */
  capture(this: void, by: string, text: unknown): void;
  /** Records what each event of some types has, in the capture phase of the window. */
  listen(this: void, types: string, read: (event: HeardEvent) => unknown): void;
  /** Records the values of all fields in the shadow root that a node is in. */
  captureFields(this: void, by: string, node: unknown): void;
  /**
   * Replaces a function or accessor of the page. The new one calls the original, and then `onCall`
   * with the receiver, the arguments and the result.
   */
  wrap(
    this: void,
    owner: object,
    name: PropertyKey,
    onCall: (self: unknown, args: readonly unknown[], result: unknown) => void,
  ): void;
  /** Returns the focused element, also inside an open root. */
  focused(this: void): HTMLElement;
  /**
   * First part of the addresses that reach the attacker, for style sheets and other realms. A
   * request for `basePath + 'by/text'` counts as a capture.
   */
  readonly basePath: string;
}

/** One way to try to get the PIN. */
export interface Attack {
  readonly title: string;
  /** Description for the documentation. */
  readonly does: string;
  /**
   * Runs in the page. It is serialized, so it can't use anything outside the function.
   *
   * @returns A function to call after each key, if the attack needs one.
   */
  readonly install: (attacker: Attacker) => void | (() => unknown);
  /** Script of a service worker for the page, served at `basePath + 'worker.js'`. */
  readonly worker?: string;
  /** Method by which the PIN gets into the confirmation. The default is keys. */
  readonly entry?: EntryMethod;
  /**
   * Whether it can be tried in one page with others, because it leaves the element and the focus
   * alone: it only listens and reads, or it also patches functions of the page. A patch may get a
   * PIN from another attack, so only an attack that reads can prove there that it gets a PIN.
   * Attacks that get the PIN of the naive component only from before its script on share no page,
   * because they would need another page as their control.
   */
  readonly shares?: 'reads' | 'patches';
  /** True if it makes the element empty its fields, so that the PIN must be typed again. */
  readonly emptiesFields?: true;
  /** PIN to set. The default is a random one. */
  readonly pin?: string;
  /**
   * True if it acts on keys that are down. The function that it returns is called while the key of
   * a digit is down, and again when it is up. In isolated mode the cardholder stops typing at the
   * error that the element must report.
   */
  readonly actsOnHeldKeys?: true;
}

/**
 * Returns the script that installs attacks. It sets two variables for the tests: `captured()`
 * returns the captures of each attack as JSON, and `afterKey` calls the functions that the attacks
 * returned, if any.
 */
export function scriptOf(...attacks: readonly Attack[]): string {
  // `stringify` is kept because the attack may patch `JSON`. tsx adds calls of `__name` to
  // functions. All attackers take the page's functions before the first attack patches them.
  return `'use strict';
{
  const { stringify } = JSON;
  const __name = (named) => named;
  const captures = [${attacks.map(() => '[]').join()}];
  const attackers = captures.map(${String(makeAttacker)});
  self.captured = () => stringify(captures);
  const functions = [${attacks.map(({ install }, index) => `(${String(install)})(attackers[${index}])`).join()}].filter(Boolean);
  self.afterKey = functions.length < 2 ? functions[0] : async () => {
    for (let at = 0; at < functions.length; at += 1) await functions[at]();
  };
}`;
}

/** Runs in the page. It keeps the page's own functions before the attack patches them. */
function makeAttacker(captures: Capture[], index: number, all: readonly unknown[]): Attacker {
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { getRootNode } = Node.prototype;
  const { querySelectorAll } = DocumentFragment.prototype;
  const { get } = getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  let isInCallback = false;
  const capture = (by: string, text: unknown) => {
    if (typeof text === 'string' || typeof text === 'number')
      captures[captures.length] = { by, text: '' + text };
  };
  return {
    capture,
    listen: (types, read) => {
      for (const type of types.split(' '))
        addEventListener(type, (event) => capture(type, read(event as HeardEvent)), true);
    },
    captureFields: (by, node) => {
      if (!(node instanceof Node)) return;
      const root: unknown = apply(getRootNode, node, []);
      if (!(root instanceof DocumentFragment)) return;
      const inputs = apply(querySelectorAll, root, ['input']) as NodeListOf<HTMLInputElement>;
      for (let index = 0; index < inputs.length; index++)
        capture(by, apply(get!, inputs[index], []));
    },
    wrap: (owner, name, onCall) => {
      const descriptor = getOwnPropertyDescriptor(owner, name);
      if (descriptor?.configurable !== true) return;
      for (const kind of ['value', 'get', 'set'] as const) {
        const original = descriptor[kind] as unknown;
        if (typeof original !== 'function') continue;
        const report = (self: unknown, args: unknown[], result: unknown) => {
          if (isInCallback) return result;
          isInCallback = true;
          onCall(self, args, result);
          isInCallback = false;
          return result;
        };
        descriptor[kind] = function (this: unknown, ...args: unknown[]) {
          return report(this, args, apply(original as () => unknown, this, args));
        };
      }
      defineProperty(owner, name, descriptor);
    },
    focused: () => {
      const { activeElement } = document;
      return (activeElement!.shadowRoot?.activeElement ?? activeElement) as HTMLElement;
    },
    basePath: location.pathname + (all.length > 1 ? index + '/' : ''),
  };
}

/** A page with an attack. */
export interface AttackedPage extends PageWithForm {
  readonly published: PublishedPage;
  /** Runs a script in the page and returns its settled value. */
  evaluate<T>(script: string): Promise<T>;
  /** Loads the page again. The profile keeps everything from the last visit. */
  reload(): Promise<void>;
}

/** Sets a PIN as a cardholder in a page with an attack. */
async function setPinUnderAttack(page: AttackedPage, attack: Attack, pin: string): Promise<void> {
  const hasAfterKey = await page.evaluate('afterKey !== undefined');
  const afterKey = async () => {
    if (hasAfterKey) await page.evaluate('afterKey()');
  };
  if (attack.actsOnHeldKeys) {
    await page.press('Tab');
    await waitForFocus(page);
    for (const digit of pin) {
      await page.hold(digit, async () => {
        await afterKey();
        await waitForBlur(page);
      });
      await afterKey();
      if (page.frame === undefined) continue;
      await page.evaluate('ended');
      return;
    }
    if (attack.emptiesFields) return;
    for (const key of ['Tab', ...pin, 'Enter']) await page.press(key);
    await page.evaluate('set');
    return;
  }
  await afterKey();
  const methods = attack.entry && [attack.entry];
  await tabIntoFormAndSetPin(page, pin, { afterKey, methods });
  if (attack.emptiesFields && !(await page.evaluate('pin.validity.valid'))) {
    await page.evaluate('pin.focus()');
    await waitForFocus(page);
    await setPin(page, pin, { afterKey });
  }
  const failure = await page.evaluate('ended');
  if (!attack.emptiesFields) assert.equal(failure, undefined);
  await page.evaluate('set');
}

/** Returns everything that each attack has captured in a page, or received from it. */
export async function capturesIn(page: AttackedPage): Promise<Capture[][]> {
  const captures = JSON.parse(await page.evaluate('captured()')) as Capture[][];
  return captures.map((own, index) => {
    const folder = captures.length > 1 ? `${index}/` : '';
    const requests = page.published.requests
      .filter(({ path }) => path.startsWith(folder))
      .map(({ path, body }) => {
        const [by = '', text = ''] = decodeURIComponent(path.slice(folder.length)).split(/\/(.*)/);
        return { by, text: text + body };
      });
    return [...own, ...requests];
  });
}

/** Tries an attack. Returns the way in which it got the PIN, or undefined. */
export async function wayOfAttack(
  page: AttackedPage,
  attack: Attack,
  pin: string,
): Promise<string | undefined> {
  await setPinUnderAttack(page, attack, pin);
  const [captures = []] = await capturesIn(page);
  const way = wayOfPin(captures, pin);
  if (way !== undefined) return way;
  const isSet = await page.published.isPin(pin);
  // The key that moved the focus into the frame may come up in the page.
  const digits = captures.filter(({ text }) => /^\d$/.test(text));
  if (attack.actsOnHeldKeys && digits.length === 1 && !isSet) return ONE_DIGIT;
  // An attack that got nothing proves nothing if no PIN was set.
  assert.ok(isSet, 'The PIN was not set.');
  return way;
}

/**
 * Asserts that an attack does what its cell of the table says.
 *
 * @param way - The way in which it got the PIN, or undefined.
 */
export function assertCell(cell: Cell, reason: string, way: string | undefined): void {
  if (cell === ONE_DIGIT) assert.equal(way, ONE_DIGIT);
  else if (cell === 'yes')
    assert.ok(way, 'It doesn’t get the PIN any more. Change its cell in table.ts.');
  else assert.equal(way, undefined, `It gets the PIN through ${way}, but should not: ${reason}`);
}

/**
 * Returns the way in which a PIN was captured, or undefined. A PIN counts as captured if a text
 * contains it. It also counts if digits were captured one by one in the same way, and they contain
 * the PIN in order or are exactly its digits.
 */
export function wayOfPin(captures: readonly Capture[], pin: string): string | undefined {
  const digits = new Map<string, string>();
  for (const { by, text } of captures) {
    if (text.replaceAll(' ', '').includes(pin)) return by;
    if (/^\d$/.test(text)) digits.set(by, (digits.get(by) ?? '') + text);
  }
  const sorted = (text: string) => [...new Set(text)].sort().join('');
  return [...digits].find(([, text]) => text.includes(pin) || sorted(text) === sorted(pin))?.[0];
}
