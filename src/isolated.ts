/**
 * Registers `<set-card-pin>` in isolated mode.
 *
 * @throws {DOMException} `NotSupportedError` if the tag is already defined, because that other
 * element would receive the PIN.
 */
import { SetCardPinElement } from './isolated-element.js';

export * from './isolated-element.js';

// A server needs no registration. Lit provides a registry there too.
if (typeof document !== 'undefined') customElements.define('set-card-pin', SetCardPinElement);
