import type { ClientToken, PinSetEvent } from 'set-card-pin';
import { SetCardPin } from 'set-card-pin/react';
import { useEffect, useState } from 'react';
import { fetchClientToken } from './client-token';

interface ChangePinProps {
  readonly endpoint: string;
  readonly cardId: string;
  readonly onChanged: (event: PinSetEvent) => void;
}

export function ChangePin({ endpoint, cardId, onChanged }: ChangePinProps) {
  const [clientToken, setClientToken] = useState<ClientToken>();

  // Fetch a token early, so that the submit doesn't wait for one. If this fails, the element asks
  // for one.
  useEffect(() => {
    const leaving = new AbortController();
    fetchClientToken(cardId, leaving.signal).then(setClientToken, () => undefined);
    return () => leaving.abort();
  }, [cardId]);

  return (
    <section className="panel" aria-labelledby="change-pin">
      <h2 id="change-pin">Change PIN</h2>
      <p className="hint">Nobody at the bank will ever ask you for it.</p>
      <SetCardPin
        endpoint={endpoint}
        cardId={cardId}
        clientToken={clientToken}
        onTokenExpired={(event) => event.respondWith(fetchClientToken(cardId))}
        onPinSet={onChanged}
      />
    </section>
  );
}
