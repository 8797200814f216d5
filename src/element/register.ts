import { SetCardPinElement } from './set-card-pin-element.js';

/**
 * Registers `<set-card-pin>`.
 *
 * @throws {DOMException} `NotSupportedError` if the tag is already defined, because that other
 * element would receive the PIN.
 */
export function register(): void {
  // A server needs no registration. Lit provides a registry there too.
  if (typeof document !== 'undefined') SetCardPinElement.define();
}
