import type { ClientTokenProvider } from 'set-card-pin';

/** Fetches a client token from the portal's server, for a card of the signed-in cardholder. */
export const getClientToken: ClientTokenProvider = async ({ cardId, signal }) => {
  const response = await fetch('/portal/client-token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ cardId }),
    signal,
  });
  if (response.status === 401) return null; // signed out
  if (!response.ok) throw new Error(`No client token: ${response.status}`);
  return response.json(); // { value, expirationDate }
};
