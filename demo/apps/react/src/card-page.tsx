import { useState } from 'react';
import type { Account } from './account';
import { CardSettings, useCardSettings } from './card-settings';
import { ChangePin } from './change-pin';

export function CardPage({ cardholder, endpoint, cardId, last4, expires }: Account) {
  // The state is here, so that each change renders the whole page, as in larger apps.
  const settings = useCardSettings();
  const [pinChanged, setPinChanged] = useState('in March');

  return (
    <>
      <header className="bar">
        <span className="brand">Linden Bank</span>
        <nav aria-label="Bank">
          <a href="/cards">Your cards</a>
        </nav>
        <span className="person">{cardholder}</span>
      </header>
      <main>
        <h1>Debit card ending {last4}</h1>
        <p className="hint">PIN last changed {pinChanged}</p>
        <div className="columns">
          <div className="column">
            <div className="card">
              <span>Linden Debit</span>
              <span className="number">•••• {last4}</span>
              <span className="owner">
                <span>{cardholder}</span>
                <span>{expires}</span>
              </span>
            </div>
            <CardSettings {...settings} />
          </div>
          <ChangePin endpoint={endpoint} cardId={cardId} onChanged={() => setPinChanged('today')} />
        </div>
      </main>
    </>
  );
}
