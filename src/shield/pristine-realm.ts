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
// frame.
const { apply } = Reflect;
const contentWindow = Object.getOwnPropertyDescriptor(
  globalThis.HTMLIFrameElement?.prototype ?? {},
  'contentWindow',
) as { readonly get: () => unknown } | undefined;

/**
 * Returns the page's one pristine realm. Creates it on the first call, and again if the page has
 * removed or moved it. The first call comes before the element is ready. If it came with the first
 * focus, the element would be ready sooner, but in Firefox and WebKit a service worker that a
 * script registers in between would receive the PIN. Falls back to the page's own functions in a
 * sandboxed page, where no frame is accessible.
 */
export function pristineRealm(): PinPlatform {
  if (host === undefined || windowOfFrame() !== realmWindow) {
    try {
      realm = platformOf(openFrame());
    } catch {
      // The functions of a removed realm still work, apart from `fetch`.
      realm ??= platformOf(globalThis);
    }
  }
  return realm!;
}

/** Opens the frame in a closed root, where it is not reachable as `window[0]`. */
function openFrame(): typeof globalThis {
  if (host === undefined) {
    host = document.createElement('div');
    host.hidden = true;
    frame = document.createElement('iframe');
    host.attachShadow({ mode: 'closed' }).append(frame);
  }
  // At the end of `head`, where frameworks that hydrate the whole document expect elements of
  // others. React 18 renders everything again if there is one outside `head` and `body`, or between
  // the nodes of `body`, of which the parser may not have added the last ones yet.
  // Added again, the frame gets another realm. The page's functions never receive it again.
  (document.head ?? document.documentElement).append(host);
  realmWindow = windowOfFrame();
  // TypeScript doesn't know a window's built-in objects. In a sandboxed page they are not
  // accessible, and using them throws.
  return realmWindow as typeof globalThis;
}

function windowOfFrame(): unknown {
  return apply(contentWindow!.get, frame, []);
}
