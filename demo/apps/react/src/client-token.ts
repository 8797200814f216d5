import type { ClientToken } from 'set-card-pin';

/** Asks the portal's server for a client token for a card of the cardholder who is signed in. */
export async function fetchClientToken(cardId: string, signal?: AbortSignal): Promise<ClientToken> {
  const response = await fetch('/portal/client-token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ cardId }),
    signal: signal ?? null,
  });
  if (response.status === 401) location.assign('/');
  if (!response.ok) throw new Error(`No client token: ${response.status}`);
  return (await response.json()) as ClientToken;
}
