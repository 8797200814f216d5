/** `fetch` and `JSON` that no script of the page has wrapped, from the realm of a new `iframe`. */
import type { Platform } from '../service/attempt.js';

/** The functions of this page, as they were when the element's script ran. */
export const ownPlatform = platformOf(globalThis);

/**
 * Takes the functions from a new realm. Its frame is gone at once, so that nothing of it is in the
 * page. A page sandboxed without `allow-same-origin` can't have one, and uses its own functions.
 */
export function pristinePlatform(): Platform {
  const host = document.createElement('div');
  const frame = document.createElement('iframe');
  try {
    // In a closed root, where no session-replay tool finds it.
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
  // Called on this page's window, so that the request outlives the realm. In some pages the name
  // `window` is a proxy of a micro-frontend.
  return { fetch: (url, init) => fetch.call(document.defaultView!, url, init), json };
}
