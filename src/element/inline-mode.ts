import { PinForm } from '../form/pin-form.js';
import '../form/pitch.js';
import type { Command, Report } from '../form/wire.js';
import type { TokenGrant, TokenSource } from '../service/client-tokens.js';
import { guardRoot, guardWindow } from '../shield/guards.js';
import { afterKeys } from '../shield/keystroke-guard.js';
import { ownRoots } from '../shield/own-roots.js';
import { openRealm, prepareRealm, pristineRealm } from '../shield/pristine-realm.js';
import { deselect } from '../shield/selection-guard.js';
import { focusStop } from '../shield/tab-stops.js';
import type { Mode } from './modes.js';
import { leaveTextUnfocused } from './text-press.js';

// On a server there is no window.
if (typeof window !== 'undefined') guardWindow(window);

/** The form of inline mode: in the page, and shielded from its scripts. */
class InlineForm extends PinForm {
  readonly #root: ShadowRoot;

  constructor(root: ShadowRoot, tokens: TokenSource, report: (report: Report) => void) {
    // Token requests run page code, so they wait until no digit key is down.
    const hold = async (
      signal: AbortSignal,
      request: () => Promise<TokenGrant>,
    ): Promise<TokenGrant> => {
      await new Promise<void>(afterKeys);
      return signal.aborted ? { kind: 'no-token' } : request();
    };
    const heldTokens: TokenSource = {
      obtain: (signal, onWait) => hold(signal, () => tokens.obtain(signal, onWait)),
      renew: (refused, requestId, signal, onWait) =>
        hold(signal, () => tokens.renew(refused, requestId, signal, onWait)),
      refuse: (value) => tokens.refuse(value),
    };
    super(root, heldTokens, (told) => afterKeys(() => report(told)), {
      platform: pristineRealm,
      hasFocus: () => true,
      focusStop,
      bringIntoView: (part) => part.scrollIntoView({ block: 'nearest' }),
    });
    this.#root = root;
    prepareRealm();
    root.addEventListener('focusin', openRealm);
    leaveTextUnfocused(root);
    guardRoot(root, (event) => {
      // A page can keep `focusin` from the root.
      openRealm();
      if (event.type === 'blur') this.empty('key-lost');
      else this.receive(event);
    });
  }

  override take(command: Command): void {
    if (command.kind !== 'settings') openRealm();
    super.take(command);
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
}

const NO_ORIGIN =
  'The origin of this page is null, because it is a file or in a sandbox without allow-same-origin. A service seldom allows requests from there.';

const SERVICE_WORKER =
  'A service worker controls this page and can read its requests, with the PIN in them. Isolated mode (frame-src) keeps the PIN from it.';

export const inlineMode: Mode = {
  open: (...args) => new InlineForm(...args),
  slots: ['heading', 'help', 'success'],
  obstacle: () => {
    const { origin } = window;
    if (origin === 'null') return NO_ORIGIN;
    return navigator.serviceWorker?.controller ? SERVICE_WORKER : undefined;
  },
};
