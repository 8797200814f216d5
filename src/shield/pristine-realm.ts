/**
 * `fetch` and `JSON` that no script of the page has wrapped, from the realm of an `iframe` without
 * an address. The frame exists only while an attempt is under way.
 */
import type { Platform } from '../service/attempt.js';

/** The functions of this page, as they were when the element's script ran. */
export const ownPlatform = platformOf(globalThis);

/** Makes a realm. A page sandboxed without `allow-same-origin` can't have one, and uses its own. */
export function openRealm(): Platform {
  const host = document.createElement('div');
  const frame = document.createElement('iframe');
  host.hidden = true;
  // In a closed root, where no tool that records frames finds it.
  host.attachShadow({ mode: 'closed' }).append(frame);
  // Where neither a move of the element nor a library that renders `head` or `body` ends the
  // request.
  document.documentElement.append(host);
  const close = (): void => host.remove();
  try {
    return { ...platformOf(frame.contentWindow as Window & typeof globalThis), close };
  } catch {
    return { ...ownPlatform, close };
  }
}

function platformOf({ fetch, JSON: json }: typeof globalThis): Platform {
  return { fetch: (url, init) => fetch(url, init), json };
}
