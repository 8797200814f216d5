/** The element's class in inline mode and its events, without registering a tag. */
import { inlineMode } from './element/inline-mode.js';
import { SetCardPinElement as BaseElement } from './element/set-card-pin-element.js';

export {
  PinChangeEvent,
  PinErrorEvent,
  PinReadyEvent,
  PinSetEvent,
  TokenExpiredEvent,
} from './element/events.js';
export type { SetCardPinListeners, SetCardPinProperties } from './element/properties.js';

/** `<set-card-pin>` in inline mode: the form is in the page. */
export class SetCardPinElement extends BaseElement {
  /** @internal */
  static override readonly mode = inlineMode;
}
