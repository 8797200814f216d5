/** Defines attacks, and the script that installs them and keeps their captures. */

/** A text that an attack captured. */
export interface Capture {
  /** Way in which it was captured, such as the name of a patched function. */
  readonly by: string;
  readonly text: string;
}

/** A script in the page that may capture the PIN, and what it captures. */
export interface Attack {
  readonly title: string;
  /** Description for the documentation. */
  readonly does: string;
  /** `if first`: if it runs before the element's script. In isolated mode, no attack succeeds. */
  readonly inline: 'no' | 'if first' | 'yes';
  /** Reason for the result inline. */
  readonly reason: string;
  /**
   * Runs in the page. It is serialized, so it can't use anything outside the function.
   *
   * @returns A function to call after each key, if the attack needs one.
   */
  readonly install: (attacker: ReturnType<typeof makeAttacker>) => void | (() => unknown);
}

/**
 * Returns the script that installs attacks. It sets two variables for the tests: `captured()`
 * returns the captures of each attack as JSON, and `act()` calls the functions that the attacks
 * returned.
 */
export function scriptOf(attacks: readonly Attack[]): string {
  // `stringify` is kept, because an attack may patch it. tsx adds calls of `__name` to functions.
  // All attackers keep the page's functions before the first attack patches them.
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

/** Runs in the page. Keeps the page's own functions before the attack patches them. */
function makeAttacker(captures: Capture[]) {
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { getRootNode } = Node.prototype;
  const { querySelectorAll } = DocumentFragment.prototype;
  const { get } = getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  let isInCallback = false;
  /** Records a text or a number. Ignores other values. */
  const capture = (by: string, text: unknown) => {
    if (typeof text === 'string' || typeof text === 'number')
      captures[captures.length] = { by, text: '' + text };
  };
  return {
    capture,
    /** Records the keys and texts of events, on `window` or at each level below. */
    listen: (level: 'window' | 'below', events: 'typing' | 'clipboard') => {
      const types = {
        typing: ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'textInput'],
        clipboard: ['paste', 'copy', 'cut'],
      }[events];
      const read = (by: string, event: Event) => {
        const { key, data, clipboardData } = event as KeyboardEvent & InputEvent & ClipboardEvent;
        capture(by, key ?? data ?? clipboardData?.getData('text/plain'));
      };
      const add = (target: EventTarget, name: string) => {
        for (const type of types)
          for (const isCapture of [true, false]) {
            const by = `${type} ${name} ${isCapture}`;
            target.addEventListener(type, (event) => read(by, event), isCapture);
          }
      };
      if (level === 'window') return add(window, level);
      add(document, 'document');
      const addMore = () => {
        for (const node of document.querySelectorAll('html, body, form, set-card-pin'))
          add(node, node.localName);
      };
      // The script may run before the page has a body.
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', addMore);
      else addMore();
    },
    /** Records the values of all fields in the shadow root that a node is in. */
    captureFields: (by: string, node: unknown) => {
      if (!(node instanceof Node)) return;
      const root: unknown = apply(getRootNode, node, []);
      if (!(root instanceof DocumentFragment)) return;
      const inputs = apply(querySelectorAll, root, ['input']) as NodeListOf<HTMLInputElement>;
      for (let index = 0; index < inputs.length; index++)
        capture(by, apply(get!, inputs[index], []));
    },
    /**
     * Replaces a function of the page, or the setter of an accessor. The new one calls the
     * original, and then `onCall` with the receiver, the arguments and the result.
     */
    wrap: (
      owner: object,
      name: PropertyKey,
      onCall: (self: unknown, args: readonly unknown[], result: unknown) => void,
    ) => {
      const descriptor = getOwnPropertyDescriptor(owner, name)!;
      const kind = descriptor.set === undefined ? 'value' : 'set';
      const original = descriptor[kind] as () => unknown;
      descriptor[kind] = function (this: unknown, ...args: unknown[]) {
        const result = apply(original, this, args as []);
        if (isInCallback) return result;
        isInCallback = true;
        onCall(this, args, result);
        isInCallback = false;
        return result;
      };
      defineProperty(owner, name, descriptor);
    },
  };
}

/**
 * Returns how a PIN was captured, or undefined. A PIN counts as captured if a text
 * contains it, or if digits that were captured one by one in the same way contain it in order.
 */
export function wayOfPin(captures: readonly Capture[], pin: string): string | undefined {
  const digits = new Map<string, string>();
  for (const { by, text } of captures) {
    if (text.replaceAll(' ', '').includes(pin)) return by;
    if (/^\d$/.test(text)) digits.set(by, (digits.get(by) ?? '') + text);
  }
  return [...digits].find(([, text]) => text.includes(pin))?.[0];
}
