/**
 * Platform functions that no script of the page has patched, from the realm of an `iframe` without
 * an address. They work on the page's own nodes in every engine, also under a strict
 * Content-Security-Policy.
 */
import { platformOf, type PinPlatform } from './platform.js';

let realm: PinPlatform | undefined;
let host: HTMLElement | undefined;
let frame: HTMLIFrameElement;
/** The window of {@link realm}. */
let realmWindow: unknown;

// Kept when the module is evaluated, because a later script may patch them. On a server there is no
// window.
const { apply } = Reflect;
const ownPlatform = typeof window === 'undefined' ? undefined : platformOf(globalThis);
const contentWindow = Object.getOwnPropertyDescriptor(
  globalThis.HTMLIFrameElement?.prototype ?? {},
  'contentWindow',
) as { readonly get: () => unknown } | undefined;

/**
 * Creates the frame of the realm, in a closed root, where it is not reachable as `window[0]`. Call
 * it before a later script can patch the functions that create it. The realm follows when the page
 * is idle, at the latest after two seconds.
 */
export function prepareRealm(): void {
  if (host !== undefined) return;
  host = document.createElement('div');
  host.hidden = true;
  frame = document.createElement('iframe');
  host.attachShadow({ mode: 'closed' }).append(frame);
  // Not every engine has the first one. To `setTimeout` the object is a delay of 0.
  (globalThis.requestIdleCallback ?? setTimeout)(openRealm, { timeout: 2_000 });
}

/**
 * Creates the page's one pristine realm. Call it before a form receives a digit, but after the
 * element is ready, which it would otherwise delay by a fifth.
 */
export function openRealm(): void {
  if (realm === undefined) renewRealm();
}

/**
 * Returns the functions of the realm. Creates it again if the page has removed or moved it. Before
 * {@link openRealm}, and in a sandboxed page, where no frame is accessible, returns the page's own
 * functions, as they were when the element's script ran.
 */
export function pristineRealm(): PinPlatform {
  if (realm !== undefined && windowOfFrame() !== realmWindow) renewRealm();
  return realm ?? ownPlatform!;
}

function renewRealm(): void {
  try {
    realm = platformOf(openFrame());
  } catch {
    // The functions of a removed realm still work, apart from `fetch`.
    realm ??= ownPlatform;
  }
}

function openFrame(): typeof globalThis {
  // At the end of `head`, where frameworks that hydrate the whole document tolerate foreign
  // elements. React 18 renders everything again if one is outside `head` and `body`, or between the
  // nodes of `body`, which the parser may still be adding.
  // Appending it again gives the frame a new realm. Page code may receive the host, but never the
  // frame.
  (document.head ?? document.documentElement).append(host!);
  realmWindow = windowOfFrame();
  // TypeScript doesn't know a window's built-in objects. In a sandboxed page they are not
  // accessible, and using them throws.
  return realmWindow as typeof globalThis;
}

function windowOfFrame(): unknown {
  return apply(contentWindow!.get, frame, []);
}
