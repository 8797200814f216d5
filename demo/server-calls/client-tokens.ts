/** Fetches client tokens from the portal's server, as a portal's page does. */
import type { ClientToken } from '../../src/index.js';
import { DEMO_CARDHOLDER } from '../portal/demo-cardholder.js';

/** The sign-in, which concurrent requests share, because another one would end their session. */
let signIn: Promise<Response> | undefined;

/**
 * Fetches a client token for one of the cardholder's cards, and signs the cardholder in if needed.
 * Rejects if the portal can't be reached or refuses the request.
 */
export async function fetchClientToken(cardId: string, signal?: AbortSignal): Promise<ClientToken> {
  const isNew = signIn === undefined;
  const current = (signIn ??= post('/portal/session', { cardholder: DEMO_CARDHOLDER.name }));
  const signedIn = await current.catch(() => undefined);
  const response = signedIn?.ok ? await post('/portal/client-token', { cardId }, signal) : signedIn;
  if (response?.ok) return (await response.json()) as ClientToken;
  // The portal was not running, it was restarted, or the session has expired.
  if (signIn === current) signIn = undefined;
  if (!isNew) return fetchClientToken(cardId, signal);
  throw new Error(`The portal’s response: ${response?.status ?? 'none'}.`);
}

function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}
