import { baseStyles } from '../form/base.styles.js';
import { styles } from '../form/form.styles.js';
import { tokenStyles } from '../form/tokens.styles.js';
import { AbsentForm } from './absent-form.js';
import { InlineForm } from './inline-form.js';
import type { Modes } from './modes.js';
import { SetCardPinElement } from './set-card-pin-element.js';

const MODES: Modes = {
  styles: [tokenStyles, baseStyles, styles],
  inline: (root, host) => new InlineForm(root, host),
  isolated: (root, host) => new AbsentForm(root, host),
};

/** The element with inline mode only. */
export class InlineElement extends SetCardPinElement {
  constructor() {
    super(MODES);
  }
}
