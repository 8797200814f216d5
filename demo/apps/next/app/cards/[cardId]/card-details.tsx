'use client';

import { useState } from 'react';
import type { ClientTokenProvider } from 'set-card-pin';
import { SetCardPin } from 'set-card-pin/react';
import type { Account } from '../../../account';

/** The client component. */
export function CardDetails({ endpoint, cardId }: Account) {
  // A change of either renders the element again, too.
  const [isAbroad, setIsAbroad] = useState(false);
  const [pinChanged, setPinChanged] = useState('in March');

  return (
    <>
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
