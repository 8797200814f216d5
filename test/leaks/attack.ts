/** What an attack is, and the script that installs attacks and keeps what they capture. */
import type { EntryMethod } from './cardholder.js';

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
  /**
   * First part of the addresses that reach the attacker, for style sheets. A request for `basePath
   * + 'by/text'` counts as a capture.
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
  /** Method by which the PIN gets into the confirmation. The default is keys. */
  readonly entry?: EntryMethod;
  /** True if it disturbs others inline, and so needs a page of its own there. */
  readonly isAlone?: true;
  /** True if the function that it returns is called while a key is down, and once it is up. */
  readonly holdsKeys?: true;
}

/**
 * Returns the script that installs attacks. It sets two variables for the tests: `captured()`
 * returns the captures of each attack as JSON, and `act()` calls the functions that the attacks
 * returned.
 */
export function scriptOf(attacks: readonly Attack[]): string {
  // `stringify` is kept, because an attack may patch it. tsx adds calls of `__name` to functions.
  // All attackers take the page's functions before the first attack patches them.
  return `'use strict';
{
  const { stringify } = JSON;
  const __name = (named) => named;
  const captures = [${attacks.map(() => '[]').join()}];
  const attackers = captures.map(${String(makeAttacker)});
  self.captured = () => stringify(captures);
  const functions = [${attacks.map(({ install }, index) => `(${String(install)})(attackers[${index}])`).join()}];
  self.act = async () => {
    for (let at = 0; at < functions.length; at += 1) await functions[at]?.();
  };
}`;
}

/** Runs in the page. It keeps the page's own functions before the attack patches them. */
function makeAttacker(captures: Capture[], index: number): Attacker {
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
    basePath: `${location.pathname}${index}/`,
  };
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
