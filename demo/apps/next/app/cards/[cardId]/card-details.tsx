'use client';

import { useState } from 'react';
import type { Account } from '../../../account';
import { ChangePin } from './change-pin';

/** The client component. */
export function CardDetails({ endpoint, cardId }: Account) {
  // The state is here, so that each change renders the element too, as in larger apps.
  const [isAbroad, setIsAbroad] = useState(false);
  const [pinChanged, setPinChanged] = useState('in March');

  return (
    <>
      <p className="hint">PIN last changed {pinChanged}</p>
      <label>
        <input
          type="checkbox"
          role="switch"
          checked={isAbroad}
          onChange={() => setIsAbroad(!isAbroad)}
        />{' '}
        Payments abroad
      </label>
      <ChangePin endpoint={endpoint} cardId={cardId} onChanged={() => setPinChanged('today')} />
    </>
  );
}
