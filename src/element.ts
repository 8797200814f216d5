/** The element's class and its events, without registering a tag. */
export { SetCardPinElement } from './element/set-card-pin-element.js';
export {
  PinChangeEvent,
  PinErrorEvent,
  PinReadyEvent,
  PinSetEvent,
  TokenExpiredEvent,
} from './element/events.js';
export type { SetCardPinListeners, SetCardPinProperties } from './element/properties.js';
