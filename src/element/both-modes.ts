import { baseStyles } from '../form/base.styles.js';
import { styles } from '../form/form.styles.js';
import { tokenStyles } from '../form/tokens.styles.js';
import { FramedForm } from '../isolated/host/framed-form.js';
import { framedStyles } from '../isolated/host/framed-form.styles.js';
import { InlineForm } from './inline-form.js';
import type { Modes } from './modes.js';
import { SetCardPinElement } from './set-card-pin-element.js';

const MODES: Modes = {
  styles: [tokenStyles, baseStyles, styles, framedStyles],
  inline: (root, host) => new InlineForm(root, host),
  isolated: (root, host) => new FramedForm(root, host),
};

/** The element with both modes. */
export class ElementWithBothModes extends SetCardPinElement {
  constructor() {
    super(MODES);
  }
}
