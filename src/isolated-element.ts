/** The element's class in isolated mode and its events, without registering a tag. */
import { isolatedMode } from './element/isolated-mode.js';
import { SetCardPinElement as BaseElement } from './element/set-card-pin-element.js';

export * from './shared.js';

/** `<set-card-pin>` in isolated mode: the form is in a frame. */
export class SetCardPinElement extends BaseElement {
  /** @internal */
  static override readonly mode = isolatedMode;
}
