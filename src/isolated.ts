/** Registers `<set-card-pin>` in isolated mode. Throws `NotSupportedError` if the tag is in use. */
import { SetCardPinElement } from './isolated-element.js';

export * from './isolated-element.js';

// Servers don't need the registration, although Lit gives them a registry too.
if (typeof document !== 'undefined') SetCardPinElement.define();
