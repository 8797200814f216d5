/** Registers `<set-card-pin>` in isolated mode. Throws `NotSupportedError` if the tag is in use. */
import { SetCardPinElement } from './isolated-element.js';

export * from './isolated-element.js';

// A server doesn't need the registration, although Lit provides a registry there too.
if (typeof document !== 'undefined') SetCardPinElement.define();
