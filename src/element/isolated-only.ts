import { baseStyles } from '../form/base.styles.js';
import { tokenStyles } from '../form/tokens.styles.js';
import { FramedForm } from '../isolated/host/framed-form.js';
import { framedStyles } from '../isolated/host/framed-form.styles.js';
import type { Modes } from './modes.js';
import { SetCardPinElement } from './set-card-pin-element.js';

const MODES: Modes = {
  styles: [tokenStyles, baseStyles, framedStyles],
  // Without an address, it fails and says so.
  inline: (root, host) => new FramedForm(root, host),
  isolated: (root, host) => new FramedForm(root, host),
};

/** The element with isolated mode only. */
export class IsolatedElement extends SetCardPinElement {
  constructor() {
    super(MODES);
  }
}
