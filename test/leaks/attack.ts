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
  // `stringify` is kept, because an attack patches it. tsx adds calls of `__name` to functions.
  return `'use strict';
{
  const { stringify } = JSON;
  const __name = (named) => named;
  const installs = [${attacks.map(({ install }) => String(install)).join()}];
  const captures = installs.map(() => []);
  self.captured = () => stringify(captures);
  ${String(makeAttacker)}
  const functions = installs.map((install, index) => install(makeAttacker(captures[index])));
  self.act = () => functions.forEach((act) => act?.());
}`;
}

/** Runs in the page. Uses no function that an attack patches. */
function makeAttacker(captures: Capture[]) {
  /** Records a text or a number. Ignores other values. */
  const capture = (by: string, text: unknown) => {
    if (typeof text === 'string' || typeof text === 'number')
      captures.push({ by, text: `${text}` });
  };
  return {
    capture,
    /** Records the keys and texts of events, on `window` or at each level below. */
    listen: (level: 'window' | 'below', events: 'typing' | 'clipboard') => {
      const types = {
        typing: ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'textInput'],
        clipboard: ['paste', 'copy', 'cut'],
      }[events];
      const add = (target: EventTarget, name: string) => {
        for (const type of types)
          for (const isCapture of [true, false]) {
            const read = (event: Event) => {
              const all = event as KeyboardEvent & InputEvent & ClipboardEvent;
              const text = all.key ?? all.data ?? all.clipboardData?.getData('text/plain');
              capture(`${type} ${name} ${isCapture}`, text);
            };
            target.addEventListener(type, read, isCapture);
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
      const root = node instanceof Node ? node.getRootNode() : undefined;
      if (!(root instanceof DocumentFragment)) return;
      for (const { value } of root.querySelectorAll('input')) capture(by, value);
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
      const descriptor = Reflect.getOwnPropertyDescriptor(owner, name)!;
      const kind = descriptor.set === undefined ? 'value' : 'set';
      const original = descriptor[kind] as () => unknown;
      descriptor[kind] = function (this: unknown, ...args: unknown[]) {
        const result = Reflect.apply(original, this, args as []);
        onCall(this, args, result);
        return result;
      };
      Reflect.defineProperty(owner, name, descriptor);
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
