/**
 * Platform functions that no other script of the page has patched, from the realm of an `iframe` without an address. Applied to the
 * page's own nodes they work in every engine, under a strict policy too.
 */
import { platformOf, type PinPlatform } from './platform.js';

let realm: PinPlatform | undefined;
let frame: HTMLIFrameElement | undefined;

/**
 * Gives the page's one pristine realm; makes it at the first call, and again where the page has thrown it away. Where no frame can
 * be had, in a sandboxed page, the page's own functions serve.
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

/** In a closed root of its own the frame is not reachable as `window[0]`. */
function openFrame(): typeof globalThis {
  const host = document.createElement('div');
  host.hidden = true;
  frame = document.createElement('iframe');
  host.attachShadow({ mode: 'closed' }).append(frame);
  document.documentElement.append(host);
  // TypeScript doesn't know a window's built-in objects. In a sandboxed page they are out of reach, and using them throws.
  return frame.contentWindow as unknown as typeof globalThis;
}
