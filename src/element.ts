/** The element's class and its events, without registering a tag. */
export { ElementWithBothModes as SetCardPinElement } from './element/both-modes.js';
export {
  PinChangeEvent,
  PinErrorEvent,
  PinReadyEvent,
  PinSetEvent,
  TokenExpiredEvent,
} from './element/events.js';
export type { SetCardPinListeners, SetCardPinProperties } from './element/properties.js';
