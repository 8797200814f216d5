import type { PinSetEvent } from 'set-card-pin';
import { SetCardPin } from 'set-card-pin/react';
import { getClientToken } from './client-token';

interface ChangePinProps {
  readonly endpoint: string;
  readonly cardId: string;
  readonly onChanged: (event: PinSetEvent) => void;
}

export function ChangePin({ endpoint, cardId, onChanged }: ChangePinProps) {
  return (
    <section className="panel" aria-labelledby="change-pin">
      <h2 id="change-pin">Change PIN</h2>
      <p className="hint">Nobody at the bank will ever ask you for it.</p>
      <SetCardPin
        endpoint={endpoint}
        cardId={cardId}
        getClientToken={getClientToken}
        onPinSet={onChanged}
      />
    </section>
  );
}
