/**
 * Platform functions that no other script of the page has patched, from the realm of an `iframe` without an address. What reads
 * the PIN and what sends it goes through here. Applied to the page's own nodes they work in every engine, under a strict policy too.
 */
import type { Platform } from './set-pin/request.js';

/** What the element takes from the realm. */
export interface PristineRealm extends Platform {
  /** Finds a node of a root by its id. */
  readonly find: (root: ShadowRoot, id: string) => HTMLElement | null;
  /** Reads a field. */
  readonly valueOf: (input: HTMLInputElement) => string;
  /** Inserts text at the caret of the focused field as if it had been typed, so that undo knows it. */
  readonly insertText: (text: string) => boolean;
  /** Empties a form's fields; not by their `value`, whose setter replay tools watch. */
  readonly empty: (form: HTMLFormElement) => void;
}

let realm: PristineRealm | undefined;
let frame: HTMLIFrameElement | undefined;

/**
 * Gives the page's one pristine realm; makes it at the first call, and again where the page has thrown it away. Where no frame can
 * be had, in a sandboxed page, the page's own functions serve.
 */
export function pristineRealm(): PristineRealm {
  if (realm === undefined || frame?.isConnected === false) {
    try {
      realm = functionsOf(openFrame());
    } catch {
      realm = functionsOf(globalThis);
    }
  }
  return realm;
}

/** In a closed root of its own the frame is not reachable as `window[0]`. */
function openFrame(): typeof globalThis {
  const host = document.createElement('div');
  host.hidden = true;
  frame = document.createElement('iframe');
  host.attachShadow({ mode: 'closed' }).append(frame);
  document.documentElement.append(host);
  // TypeScript doesn't know a window's built-in objects. In a sandboxed page they are out of reach, and using them throws.
  return frame.contentWindow as unknown as typeof globalThis;
}

function functionsOf(world: typeof globalThis): PristineRealm {
  const { fetch, JSON: json } = world;
  const { get } = world.Object.getOwnPropertyDescriptor(world.HTMLInputElement.prototype, 'value')!;
  const { reset } = world.HTMLFormElement.prototype;
  const { execCommand } = world.Document.prototype;
  const { getElementById } = world.DocumentFragment.prototype;
  // A function of its own realm, as the page's `Function.prototype.call` may be patched.
  const { apply } = world.Reflect;
  return {
    fetch: (url, init) => fetch(url, init),
    json: { parse: json.parse, stringify: json.stringify },
    online: () => navigator.onLine,
    find: (root, id) => apply(getElementById, root, [id]),
    valueOf: (input) => apply(get!, input, []) as string,
    insertText: (text) => apply(execCommand, document, ['insertText', false, text]),
    empty: (form) => apply(reset, form, []),
  };
}
