/** The isolated element's class and its events. Doesn't register a tag. */
import { unsafeCSS } from 'lit';
import { readAddress } from './address.js';
import base from './contract/base.css?inline';
import { THEME, themeStyle } from './contract/theme.js';
import framed from './isolated/host/framed-form.css?inline';
import { FramedForm } from './isolated/host/framed-form.js';
import { SetCardPinElement as BaseElement, type Mode } from './element/set-card-pin-element.js';

export * from './shared.js';

/**
 * Transitions for every style that the frame page needs. The end of a transition reports a change.
 * Browsers without `allow-discrete` report only changes to the colour scheme, text size and
 * direction.
 */
const watched = `iframe{transition-property:color,font-size,scroll-padding,${THEME.join()};transition-behavior:allow-discrete}`;

/** Isolated mode, in which the form is in a frame on a different origin. */
const mode: Mode = {
  styles: [themeStyle, base, framed, watched].map(unsafeCSS),
  slots: [],
  mistake: (frameSrc) => {
    const address = readAddress(frameSrc ?? '');
    if (address === undefined)
      return 'frame-src must be an absolute https: address (http: for loopback hosts only) of a frame page. For inline mode, load set-card-pin.';
    const { origin } = window;
    return address.origin === origin
      ? 'frame-src must be on a different origin, or this page could read what is typed.'
      : undefined;
  },
  open: (frameSrc, ...args) => new FramedForm(new URL(frameSrc!), ...args),
};

/** `<set-card-pin>` in isolated mode, with the form in a frame. */
export class SetCardPinElement extends BaseElement {
  /** @internal */
  static override readonly mode = mode;
}
