/** Supplies `fetch` and `JSON` from a new `iframe`'s realm, where no script has wrapped them. */
import type { Platform } from '../service/attempt.js';

/** This page's functions, as they were when the element's script ran. */
export const ownPlatform = platformOf(globalThis);

/**
 * Returns a new realm's functions. The realm's frame is removed at once, so that it leaves no trace
 * in the page. In a sandbox without `allow-same-origin`, returns the page's own functions instead.
 */
export function pristinePlatform(): Platform {
  const host = document.createElement('div');
  const frame = document.createElement('iframe');
  try {
    // Hides the frame from session replay tools in a closed root.
    host.attachShadow({ mode: 'closed' }).append(frame);
    document.documentElement.append(host);
    return platformOf(frame.contentWindow as Window & typeof globalThis);
  } catch {
    return ownPlatform;
  } finally {
    host.remove();
  }
}

function platformOf({ fetch, JSON: json }: typeof globalThis): Platform {
  // Called on this page's window, so that the request outlives the realm. In micro-frontends, the
  // name `window` may refer to a proxy.
  return { fetch: (url, init) => fetch.call(document.defaultView!, url, init), json };
}
