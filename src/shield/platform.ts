/**
 * The platform's functions that touch the PIN, taken from one realm. What reads a PIN, edits it and sends it goes through here.
 */
import type { Platform } from '../service/request.js';

/** What a form takes from a realm. */
export interface PinPlatform extends Platform {
  /** Finds a node of a root by its id. */
  readonly find: (root: ShadowRoot, id: string) => HTMLElement | null;
  /** Reads a field. */
  readonly valueOf: (input: HTMLInputElement) => string;
  /** Inserts text at the caret of the focused field as if it had been typed, so that undo knows it. */
  readonly insertText: (text: string) => boolean;
  /** Empties a form's fields; not by their `value`, whose setter replay tools watch. */
  readonly empty: (form: HTMLFormElement) => void;
  /** Makes a template's nodes, all of them. A page that is given any of them has the root in which they come to stand. */
  readonly importNode: <T extends Node>(node: T) => T;
}

/** Takes a realm's functions, to be applied to nodes of this one. */
export function platformOf(world: typeof globalThis): PinPlatform {
  const { fetch, JSON: json } = world;
  const { get } = world.Object.getOwnPropertyDescriptor(world.HTMLInputElement.prototype, 'value')!;
  const { reset } = world.HTMLFormElement.prototype;
  const { execCommand, importNode } = world.Document.prototype;
  const { getElementById } = world.DocumentFragment.prototype;
  // A function of its own realm, as the page's `Function.prototype.call` may be patched.
  const { apply } = world.Reflect;
  return {
    fetch: (url, init) => fetch(url, init),
    json,
    online: () => navigator.onLine,
    find: (root, id) => apply(getElementById, root, [id]),
    valueOf: (input) => apply(get!, input, []) as string,
    insertText: (text) => apply(execCommand, document, ['insertText', false, text]),
    empty: (form) => apply(reset, form, []),
    importNode: <T extends Node>(node: T) => apply(importNode<T>, document, [node, true]),
  };
}
