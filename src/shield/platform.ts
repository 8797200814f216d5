/**
 * Platform functions that touch the PIN, taken from one realm. All code that reads, edits or sends
 * a PIN uses them.
 */
import type { Platform } from '../service/attempt.js';

/** The functions that a form takes from a realm. */
export interface PinPlatform extends Platform {
  /** Reads a field. */
  readonly valueOf: (input: HTMLInputElement) => string;
  /**
   * Inserts text at the caret of the field that has the focus in a document, as if it had been
   * typed, so that it can be undone.
   */
  readonly insertText: (document: Document, text: string) => boolean;
  /** Empties a field without the setter of `value`, which replay tools watch. */
  readonly empty: (input: HTMLInputElement) => void;
  /**
   * Creates all nodes of a template. The page must not receive them: from a node, its code could
   * reach the root that the node is added to.
   */
  readonly importNode: <T extends Node>(node: T) => T;
}

/** Takes the functions from a realm, to apply them to the nodes of this document. */
export function platformOf(realm: typeof globalThis): PinPlatform {
  const { fetch, JSON: json } = realm;
  const { prototype } = realm.HTMLInputElement;
  const { get } = realm.Object.getOwnPropertyDescriptor(prototype, 'value')!;
  const { setRangeText } = prototype;
  const { execCommand, importNode } = realm.Document.prototype;
  // These functions inherit `call` from their own realm, too.
  return {
    fetch: (url, init) => fetch(url, init),
    json,
    online: () => navigator.onLine,
    valueOf: (input) => get!.call(input) as string,
    insertText: (target, text) => execCommand.call(target, 'insertText', false, text),
    // Any length: a script may have assigned the text.
    empty: (input) => setRangeText.call(input, '', 0, 1e9),
    importNode: (node) => importNode.call(document, node, true) as typeof node,
  };
}
