/**
 * Opens the element's shadow root, for tests that measure it or read its markup. Import it before
 * the element.
 */
import '../../../demo/stories/open-roots.js';

/** Returns the elements in the shadow root that match a selector. */
export function all<T extends HTMLElement>(element: Element, selector: string): T[] {
  return [...element.shadowRoot!.querySelectorAll<T>(selector)];
}

/** Returns the first element in the shadow root that matches a selector. */
export function one<T extends HTMLElement>(element: Element, selector: string): T {
  const [found] = all<T>(element, selector);
  if (found === undefined) throw new Error(`The element has no ${selector}.`);
  return found;
}
