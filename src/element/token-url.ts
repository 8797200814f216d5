/** Fetches client tokens from the page's own server, for the `token-url` attribute. */
import type { SuppliedToken } from '../service/client-tokens.js';

/** Returns the address if it's on the page's origin. The request carries the page's cookies. */
export function readTokenUrl(given: string): string | undefined {
  // A link resolves a relative address as the page's other links do, and never throws.
  const link = document.createElement('a');
  link.href = given;
  return link.origin === window.location.origin ? link.href : undefined;
}

/**
 * Requests a client token with the page's own `fetch`, because the page can see its own tokens
 * anyway.
 *
 * @returns the parsed response, or `null` if nobody is signed in
 * @throws {Error} if the request fails, or the response isn't JSON
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
    // The server may redirect to its login page.
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
