import { useState } from 'react';
import type { Account } from './account';
import { ChangePin } from './change-pin';

export function CardPage({ cardholder, endpoint, cardId, last4 }: Account) {
  // The state is here, so that each change renders the whole page, as in larger apps.
  const [isAbroad, setIsAbroad] = useState(false);
  const [pinChanged, setPinChanged] = useState('in March');

  return (
    <>
      <header className="bar">
        <span className="brand">Linden Bank</span>
        <span className="person">{cardholder}</span>
      </header>
      <main>
        <h1>Debit card ending {last4}</h1>
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
      </main>
    </>
  );
}
