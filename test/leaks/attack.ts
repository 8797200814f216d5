/** What an attack is, and whether it got the PIN. */
import assert from 'node:assert/strict';
import { enterPin, fillIn, focusComes, type CardholdersPage, type Entry } from './cardholder.js';
import type { Published } from './portal-page.js';

/** Whether an attack gets the PIN. */
export type Cell = 'yes' | 'no';

/** When an attack's script runs: before the element's, or once the element is in the page and ready. */
export type Moment = 'before' | 'after';

/** Something that an attack took, and the way by which it came. */
export interface Taken {
  readonly by: string;
  readonly text: string;
}

/** What an attack's script is given. */
export interface Attacker {
  /** Takes a text or a number away. */
  take(this: void, by: string, text: unknown): void;
  /** Takes what stands in the fields of the shadow root in which a node stands. */
  takeFields(this: void, by: string, node: unknown): void;
  /**
   * Puts a function in place of one that the page has. It is told what the function is called on and with and what that gives, and
   * calls the function itself where it says nothing else.
   */
  wrap(
    this: void,
    owner: object,
    name: PropertyKey,
    hear: (self: unknown, given: readonly unknown[], result: unknown) => void,
  ): void;
  /** The address to which style sheets and other realms bring what they have: `outlet + 'by/text'`. */
  readonly outlet: string;
}

/** One way to get at the PIN. */
export interface Attack {
  readonly title: string;
  /** What it does, in a sentence for the documentation. */
  readonly does: string;
  /**
   * Runs in the page, by itself: it knows nothing of the file in which it stands.
   *
   * @returns What looks at the page again after each key that the cardholder presses.
   */
  readonly install: (attacker: Attacker) => void | (() => unknown);
  /** A script for the page's service worker, at `outlet + 'worker.js'`. */
  readonly worker?: string;
  /** How the cardholder enters the PIN the second time, where it is not by keys. */
  readonly entry?: Entry;
  /** Whether it empties the fields, so that the cardholder has to enter the PIN once more. */
  readonly empties?: true;
  /** Whether the PIN goes to the attacker in place of the service. */
  readonly diverts?: true;
}

/** The script with which an attack is set. What it works with has been put aside before the attack can patch it. */
export function scriptOf({ install }: Attack): string {
  // What runs the tests gives functions their names by a function of its own.
  return `'use strict';
{
  const taken = [];
  const { stringify } = JSON;
  self.tell = () => stringify(taken);
  self.look = ((__name) => (${String(install)})((${String(attacker)})(taken)))((named) => named) ?? (() => {});
}`;
}

/** Runs in the page. */
function attacker(taken: Taken[]): Attacker {
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { getRootNode } = Node.prototype;
  const { querySelectorAll } = DocumentFragment.prototype;
  const { get } = getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  let isHearing = false;
  const take = (by: string, text: unknown) => {
    if (typeof text === 'string' || typeof text === 'number')
      taken[taken.length] = { by, text: '' + text };
  };
  return {
    take,
    takeFields: (by, node) => {
      if (!(node instanceof Node)) return;
      const root: unknown = apply(getRootNode, node, []);
      if (!(root instanceof DocumentFragment)) return;
      const inputs = apply(querySelectorAll, root, ['input']) as NodeListOf<HTMLInputElement>;
      for (let at = 0; at < inputs.length; at++) take(by, apply(get!, inputs[at], []));
    },
    wrap: (owner, name, hear) => {
      const descriptor = getOwnPropertyDescriptor(owner, name);
      if (descriptor?.configurable !== true) return;
      for (const kind of ['value', 'get', 'set'] as const) {
        const original = descriptor[kind] as unknown;
        if (typeof original !== 'function') continue;
        const listen = (self: unknown, given: unknown[], result: unknown) => {
          if (isHearing) return result;
          isHearing = true;
          hear(self, given, result);
          isHearing = false;
          return result;
        };
        descriptor[kind] = function (this: unknown, ...given: unknown[]) {
          return listen(this, given, apply(original as () => unknown, this, given));
        };
      }
      defineProperty(owner, name, descriptor);
    },
    outlet: location.pathname,
  };
}

/** A page that an attack is in. */
export interface AttackedPage extends CardholdersPage {
  readonly published: Published;
  /** Runs a script in the page and gives its value, once it is settled. */
  evaluate<T>(script: string): Promise<T>;
}

/** Has a cardholder set a PIN in a page with an attack, and gives what the attack took. */
export async function takenOf(page: AttackedPage, attack: Attack, pin: string): Promise<Taken[]> {
  const look = () => page.evaluate('look()');
  await look();
  if (attack.diverts) {
    await page.press('Tab');
    await look();
    await fillIn(page, pin, look);
  } else {
    await enterPin(page, pin, look, attack.entry);
    if (attack.empties && !(await page.evaluate('pin.validity.valid'))) {
      await page.evaluate('pin.focus()');
      await focusComes(page);
      await fillIn(page, pin, look);
    } else if (!attack.empties) assert.equal(await page.evaluate('ended'), undefined);
    await page.evaluate('set');
  }
  const requests = page.published.requests.map(({ path, body }) => {
    const [by = '', text = ''] = decodeURIComponent(path).split(/\/(.*)/);
    return { by, text: text + body };
  });
  const taken = JSON.parse(await page.evaluate('tell()')) as Taken[];
  return [...taken, ...requests];
}

/** Holds a cell of the table against the way by which an attack gets the PIN, if it does. */
export async function hold(
  cell: Cell,
  because: string,
  tryOnce: () => Promise<string | undefined>,
): Promise<void> {
  let way = await tryOnce();
  // Four digits turn up by chance too, but not twice.
  if (cell === 'no') way &&= await tryOnce();
  else way ??= await tryOnce();
  if (cell === 'yes') assert.ok(way, 'It gets the PIN no more: update the table in table.ts.');
  else assert.equal(way, undefined, `It gets the PIN, by ${way}. It should not: ${because}`);
}

/** Tells by which way the PIN came: whole in a text, or digit by digit, in its order or at least all of them and no other. */
export function recovered(taken: readonly Taken[], pin: string): string | undefined {
  const digits = new Map<string, string>();
  for (const { by, text } of taken) {
    if (text.replaceAll(' ', '').includes(pin)) return by;
    if (/^\d$/.test(text)) digits.set(by, (digits.get(by) ?? '') + text);
  }
  const all = (text: string) => [...new Set(text)].sort().join('');
  return [...digits].find(([, text]) => text.includes(pin) || all(text) === all(pin))?.[0];
}
