'use client';

import { useState } from 'react';
import { SetCardPin } from 'set-card-pin/react';
import type { Account } from '../../../account';

/** The client component. */
export function CardDetails({ endpoint, cardId }: Account) {
  // A change to either also renders the element again.
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
        tokenUrl="/portal/client-token"
        onPinSet={() => setPinChanged('today')}
      />
    </>
  );
}
