import type { SetCardPinElement } from './set-card-pin-element.js';

/**
 * Registers a class as `<set-card-pin>`. In the modules, `register-module.ts` takes its place.
 *
 * @param _entry - The entry that calls.
 * @throws {DOMException} `NotSupportedError` if the tag is already defined.
 */
export function register(element: new () => SetCardPinElement, _entry: string): void {
  // A server needs no registration. Lit provides a registry there too. When a development server
  // reloads this module, the tag would already be in use.
  if (typeof document !== 'undefined') customElements.define('set-card-pin', element);
}
