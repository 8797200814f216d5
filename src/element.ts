/** The element's class and its events, without registering a tag. */
import { inlineMode } from './element/inline-mode.js';
import { addInlineMode } from './element/modes.js';
import style from './form/form.css?inline';

export { SetCardPinElement } from './element/set-card-pin-element.js';
export {
  PinChangeEvent,
  PinErrorEvent,
  PinReadyEvent,
  PinSetEvent,
  TokenExpiredEvent,
} from './element/events.js';
export type { SetCardPinListeners, SetCardPinProperties } from './element/properties.js';

addInlineMode(inlineMode, style);
