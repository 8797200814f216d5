/** Registers `<set-card-pin>` in inline mode. Throws `NotSupportedError` if the tag is in use. */
import { SetCardPinElement } from './element.js';

export * from './element.js';

// Servers don't need the registration, although Lit gives them a registry too.
if (typeof document !== 'undefined') SetCardPinElement.define();
