/**
 * Registers `<set-card-pin>` with isolated mode only, in fewer bytes. The element has the same
 * attributes, properties and events.
 *
 * @throws {DOMException} `NotSupportedError` if the tag is already defined, because that other
 * element would receive the PIN.
 */
import { SetCardPinElement } from './element/set-card-pin-element.js';

export { SetCardPinElement } from './element/set-card-pin-element.js';
export {
  PinChangeEvent,
  PinErrorEvent,
  PinReadyEvent,
  PinSetEvent,
  TokenExpiredEvent,
} from './element/events.js';
export type * from './index.js';

if (typeof document !== 'undefined') customElements.define('set-card-pin', SetCardPinElement);
