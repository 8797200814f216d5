import { useState } from 'react';
import type { ClientTokenProvider } from 'set-card-pin';
import { SetCardPin } from 'set-card-pin/react';

/** The data that the server gives the page: the signed-in cardholder and the card. */
export interface Account {
  readonly cardholder: string;
  readonly endpoint: string;
  readonly cardId: string;
  readonly last4: string;
}

export function CardPage({ cardholder, endpoint, cardId, last4 }: Account) {
  // A change of either renders the element again, too.
  const [isAbroad, setIsAbroad] = useState(false);
  const [pinChanged, setPinChanged] = useState('in March');

  return (
    <>
      <header>Linden Bank · {cardholder}</header>
      <main>
        <h1>Debit card ending {last4}</h1>
        <p>PIN last changed {pinChanged}</p>
        <label>
          <input
            type="checkbox"
            role="switch"
            checked={isAbroad}
            onChange={() => setIsAbroad(!isAbroad)}
          />{' '}
          Payments abroad
        </label>
        <h2>Change PIN</h2>
        <SetCardPin
          endpoint={endpoint}
          cardId={cardId}
          getClientToken={getClientToken}
          onPinSet={() => setPinChanged('today')}
        />
      </main>
    </>
  );
}

/** Fetches a client token from the portal's server, for a card of the signed-in cardholder. */
const getClientToken: ClientTokenProvider = async ({ cardId, signal }) => {
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
