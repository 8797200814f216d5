import type { FormHost } from '../form/form.js';
import { PinForm } from '../form/pin-form.js';
import { guardRoot, guardWindow } from '../shield/guards.js';
import { ownRoots } from '../shield/own-roots.js';
import { pristineRealm } from '../shield/pristine-realm.js';
import { deselect } from '../shield/selection-guard.js';

/** The form of inline mode: in the page, and shielded from its scripts. */
export class InlineForm extends PinForm {
  readonly isReadyAtOnce = true;
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
      // jsdom, for unit tests of a page, has no such function.
      bringIntoView: (part: Partial<HTMLElement>) => part.scrollIntoView?.({ block: 'nearest' }),
    });
    this.#root = root;
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
