/** Client tokens from the page's own server, for the attribute `token-url`. */
import type { SuppliedToken } from '../service/client-tokens.js';

/** Returns the address. It must be on the page's origin, because the page's cookies go along. */
export function readTokenUrl(given: string): string | undefined {
  // A link resolves a relative address as the page does, and never throws.
  const link = document.createElement('a');
  link.href = given;
  return link.origin === window.location.origin ? link.href : undefined;
}

/**
 * Requests a client token, with the page's own `fetch`: a token is the page's.
 *
 * @returns what the server sent; `null` if nobody is signed in
 * @throws {Error} if no JSON came
 */
export async function fetchToken(
  url: string,
  cardId: string,
  signal: AbortSignal,
): Promise<SuppliedToken> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ cardId }),
    // A server redirects to its login page.
    redirect: 'manual',
    signal,
  });
  const { ok, status, type, headers } = response;
  if (status === 401 || type === 'opaqueredirect') return null;
  try {
    if (ok) return ((await response.json()) ?? {}) as SuppliedToken;
  } catch {
    // Not JSON.
  }
  throw new Error(`token-url: status ${status}, ${headers.get('Content-Type')}`);
}
