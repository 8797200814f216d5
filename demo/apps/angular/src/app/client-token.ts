import type { ClientToken } from 'set-card-pin';

/** Fetches a client token from the portal's server, for a card of the signed-in cardholder. */
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
