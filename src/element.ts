/** The inline element's class and its events. Doesn't register a tag. */
import { unsafeCSS } from 'lit';
import base from './contract/base.css?inline';
import { themeStyle } from './contract/theme.js';
import style from './form/form.css?inline';
import { PinForm } from './form/pin-form.js';
import type { Reporter } from './contract/wire.js';
import type { TokenSource } from './service/client-tokens.js';
import { pristinePlatform } from './shield/pristine-realm.js';
import { guardRoot, guardWindow, whenKeysAreUp } from './shield/shield.js';
import { SetCardPinElement as BaseElement, type Mode } from './element/set-card-pin-element.js';
import { keepTab } from './element/tab-stops.js';
import { slipsIn } from './element/unknown-attributes.js';

export * from './shared.js';

// A server has no window.
if (typeof window !== 'undefined') {
  guardWindow();
  window.addEventListener('keydown', keepTab, true);
}

/** The form in inline mode, which is in the page but shielded from the page's scripts. */
class InlineForm extends PinForm {
  readonly #unguard: () => void;

  constructor(root: ShadowRoot, tokens: TokenSource, report: Reporter) {
    super(
      root,
      { tokens, platform: pristinePlatform },
      (told) => whenKeysAreUp(() => report(told)),
      {
        hasFocus: () => true,
        bringIntoView: (part) => part.scrollIntoView({ block: 'nearest' }),
      },
    );
    // If the root already has the listener from an earlier form, the call has no effect.
    root.addEventListener('mousedown', leaveTextUnfocused);
    this.#unguard = guardRoot(root, (event) => this.receive(event));
  }

  override close(): void {
    this.#unguard();
    super.close();
  }
}

/** Keeps a press on text from focusing a field (`delegatesFocus`) and opening a phone's keypad. */
function leaveTextUnfocused({ currentTarget }: Event): void {
  const root = currentTarget as ShadowRoot;
  const content = root.firstElementChild as HTMLElement | null;
  // If a field has focus, a press on text doesn't move the focus.
  if (content === null || root.activeElement !== null) return;
  // The browser focuses the nearest focusable node before the timer fires.
  content.tabIndex = -1;
  setTimeout(() => {
    content.blur();
    content.removeAttribute('tabindex');
  });
}

const NO_ORIGIN =
  'This page’s origin is null, which few APIs allow. Serve the page over https:, or add allow-same-origin to its sandbox.';

const SERVICE_WORKER =
  'A service worker controls this page. Outside Chromium, it can read requests, including the PIN. Isolated mode prevents this.';

const WRONG_FILE =
  'frame-src needs isolated mode: load set-card-pin/isolated instead of set-card-pin, or set-card-pin.isolated.js instead of set-card-pin.js.';

const mode: Mode = {
  styles: [themeStyle, base, style].map(unsafeCSS),
  slots: ['heading', 'help', 'success'],
  mistake: (frameSrc) => (frameSrc === undefined ? undefined : WRONG_FILE),
  open: (_, ...args) => new InlineForm(...args),
  examine: (element) => {
    const { origin } = window;
    const isRead = origin !== 'null' && navigator.serviceWorker?.controller;
    return [
      ...slipsIn(element, SetCardPinElement.observedAttributes),
      origin === 'null' ? NO_ORIGIN : undefined,
      isRead ? SERVICE_WORKER : undefined,
    ];
  },
};

/** `<set-card-pin>` in inline mode, with the form in the page. */
export class SetCardPinElement extends BaseElement {
  /** @internal */
  static override readonly mode = mode;
}
