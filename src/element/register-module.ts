import type { SetCardPinElement } from './set-card-pin-element.js';

/** The entries of this copy of the package that have registered their element. */
const done = new Set<string>();

/**
 * Does what `register.ts` does, in the modules. Pages that load the script don't have these bytes.
 *
 * A page evaluates an entry once. Only a development server evaluates it again, when a file of the
 * package changes. A browser can't replace an element, so the first one stays until the page is
 * loaded again.
 *
 * @throws {DOMException} `NotSupportedError` if another copy or another entry has defined the tag.
 */
export function register(element: new () => SetCardPinElement, entry: string): void {
  if (typeof document === 'undefined' || done.has(entry)) return;
  customElements.define('set-card-pin', element);
  done.add(entry);
}
