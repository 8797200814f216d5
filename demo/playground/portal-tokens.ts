/**
 * Client tokens from the portal's server half, as a page of a portal gets them.
 */
import type { ClientToken } from '../../src/index.js';
import { CARDHOLDER } from './cardholder.js';

/** The portal gave no token. */
export class NoTokenError extends Error {}

let signedIn: Promise<void> | undefined;

/**
 * Has a client token minted for a card of the cardholder.
 *
 * @throws {NoTokenError} when the portal can't be reached or refuses
 */
export async function fetchClientToken(cardId: string, signal?: AbortSignal): Promise<ClientToken> {
  const ask = async (): Promise<Response> => {
    await (signedIn ??= signIn());
    return post('/portal/client-token', { cardId }, signal);
  };
  let response = await ask();
  // The session has ended, or the portal was started anew.
  if (response.status === 401) {
    signedIn = undefined;
    response = await ask();
  }
  if (!response.ok) throw new NoTokenError(`The portal answered ${response.status}.`);
  return (await response.json()) as ClientToken;
}

async function signIn(): Promise<void> {
  try {
    const { ok, status } = await post('/portal/session', { cardholder: CARDHOLDER });
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
