/** Registers `<set-card-pin>` in inline mode. Throws `NotSupportedError` if the tag is in use. */
import { SetCardPinElement } from './element.js';

export * from './element.js';

// A server doesn't need the registration, although Lit provides a registry there too.
if (typeof document !== 'undefined') SetCardPinElement.define();
