import { useState } from 'react';
import { SetCardPin } from 'set-card-pin/react';

/** The data that the server gives the page: the signed-in cardholder and the card. */
export interface Account {
  readonly cardholder: string;
  readonly endpoint: string;
  readonly cardId: string;
  readonly last4: string;
}

export function CardPage({ cardholder, endpoint, cardId, last4 }: Account) {
  // A change to either also renders the element again.
  const [isAbroad, setIsAbroad] = useState(false);
  const [pinChanged, setPinChanged] = useState('in March');

  return (
    <>
      <header>Linden Bank · {cardholder}</header>
      <main>
        <h1>Debit card ending in {last4}</h1>
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
      </main>
    </>
  );
}
