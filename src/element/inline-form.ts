import type { FormHost } from '../form/form.js';
import { PinForm } from '../form/pin-form.js';
import { guardRoot, guardWindow } from '../shield/guards.js';
import { ownRoots } from '../shield/own-roots.js';
import { pristineRealm } from '../shield/pristine-realm.js';
import { deselect } from '../shield/selection-guard.js';

const NO_ORIGIN =
  'The origin of this page is null, because it is a file or in a sandbox without allow-same-origin. A service seldom allows requests from there.';

const SERVICE_WORKER =
  'A service worker controls this page and can read its requests, with the PIN in them. Isolated mode (frame-src) keeps the PIN from it.';

/** The form of inline mode: in the page, and shielded from its scripts. */
export class InlineForm extends PinForm {
  readonly isReadyAtOnce = true;
  readonly slots = ['heading', 'help', 'success'];
  readonly #root: ShadowRoot;

  static {
    // On a server there is no window.
    if (typeof window !== 'undefined') guardWindow(window);
  }

  /** @param root - Only the form renders into it. */
  constructor(root: ShadowRoot, host: FormHost) {
    super(root, {
      ...host,
      platform: pristineRealm,
      hasFocus: () => true,
      bringIntoView: (part) => part.scrollIntoView({ block: 'nearest' }),
    });
    this.#root = root;
  }

  get obstacle(): string | undefined {
    const { origin } = window;
    if (origin === 'null') return NO_ORIGIN;
    return navigator.serviceWorker?.controller ? SERVICE_WORKER : undefined;
  }

  override open(): void {
    this.handleMove();
    super.open();
  }

  override close(): void {
    ownRoots.delete(this.#root);
    super.close();
  }

  override render(): void {
    super.render();
    // A selected PIN may have been revealed.
    deselect(this.#root);
  }

  handleMove(): void {
    guardRoot(this.#root, (event) => this.receive(event));
  }
}
