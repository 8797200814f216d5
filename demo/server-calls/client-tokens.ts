/**
 * Fetches client tokens from the portal's server, as a page of a portal does.
 */
import type { ClientToken } from '../../src/index.js';
import { DEMO_CARDHOLDER } from '../portal/demo-cardholder.js';

let isSignedIn = false;

/**
 * Fetches a client token for a card of the cardholder, and signs the cardholder in if needed.
 * Rejects if the portal can't be reached or refuses.
 */
export async function fetchClientToken(cardId: string, signal?: AbortSignal): Promise<ClientToken> {
  const wasSignedIn = isSignedIn;
  isSignedIn ||= (await post('/portal/session', { cardholder: DEMO_CARDHOLDER.name })).ok;
  const response = await post('/portal/client-token', { cardId }, signal);
  if (response.status === 401 && wasSignedIn) {
    // The session has expired, or the portal was restarted.
    isSignedIn = false;
    return fetchClientToken(cardId, signal);
  }
  if (!response.ok) throw new Error(`The portal answered ${response.status}.`);
  return (await response.json()) as ClientToken;
}

function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}
