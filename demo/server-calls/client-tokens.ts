/**
 * Fetches client tokens from the portal's server, as a page of a portal does.
 */
import type { ClientToken } from '../../src/index.js';
import { DEMO_CARDHOLDER } from '../portal/demo-cardholder.js';

/** The portal returned no token. */
export class NoTokenError extends Error {}

let signedIn: Promise<void> | undefined;

/**
 * Fetches a client token for a card of the cardholder, and signs the cardholder in if needed.
 *
 * @throws {NoTokenError} if the portal can't be reached or refuses.
 */
export async function fetchClientToken(cardId: string, signal?: AbortSignal): Promise<ClientToken> {
  const request = async (): Promise<Response> => {
    await (signedIn ??= signIn());
    return post('/portal/client-token', { cardId }, signal);
  };
  let response = await request();
  // The session has expired, or the portal was restarted.
  if (response.status === 401) {
    signedIn = undefined;
    response = await request();
  }
  if (!response.ok) throw new NoTokenError(`The portal answered ${response.status}.`);
  return (await response.json()) as ClientToken;
}

async function signIn(): Promise<void> {
  try {
    const { ok, status } = await post('/portal/session', { cardholder: DEMO_CARDHOLDER.name });
    if (!ok) throw new NoTokenError(`The portal answered ${status} to the sign-in.`);
  } catch (error) {
    signedIn = undefined;
    throw error;
  }
}

async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NoTokenError('The portal can’t be reached.');
  }
}
