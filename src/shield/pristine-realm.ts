/**
 * Platform functions that no script of the page has patched, from the realm of an `iframe` without
 * an address. They work on the page's own nodes in every engine, also under a strict
 * Content-Security-Policy.
 */
import { platformOf, type PinPlatform } from './platform.js';

let realm: PinPlatform | undefined;
let frame: HTMLIFrameElement | undefined;

/**
 * Returns the page's one pristine realm. Creates it on the first call, and again if the page has
 * removed it. Falls back to the page's own functions in a sandboxed page, where no frame is
 * accessible.
 */
export function pristineRealm(): PinPlatform {
  if (realm === undefined || frame?.isConnected === false) {
    try {
      realm = platformOf(openFrame());
    } catch {
      realm = platformOf(globalThis);
    }
  }
  return realm;
}

/** Opens the frame in a closed root, where it is not reachable as `window[0]`. */
function openFrame(): typeof globalThis {
  const host = document.createElement('div');
  host.hidden = true;
  frame = document.createElement('iframe');
  host.attachShadow({ mode: 'closed' }).append(frame);
  document.documentElement.append(host);
  // TypeScript doesn't know a window's built-in objects. In a sandboxed page they are not
  // accessible, and using them throws.
  return frame.contentWindow as unknown as typeof globalThis;
}
