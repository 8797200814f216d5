/** The element's class in inline mode and its events, without registering a tag. */
import { inlineMode } from './element/inline-mode.js';
import { SetCardPinElement as BaseElement } from './element/set-card-pin-element.js';

export * from './shared.js';

/** `<set-card-pin>` in inline mode: the form is in the page. */
export class SetCardPinElement extends BaseElement {
  /** @internal */
  static override readonly mode = inlineMode;
}
