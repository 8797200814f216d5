/**
 * Registers `<set-card-pin>` in inline mode.
 *
 * @throws {DOMException} `NotSupportedError` if the tag is already defined, because that other
 * element would receive the PIN.
 */
import { SetCardPinElement } from './element.js';

export * from './element.js';

// A server needs no registration. Lit provides a registry there too.
if (typeof document !== 'undefined') customElements.define('set-card-pin', SetCardPinElement);
