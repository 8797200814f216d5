/** @jsxImportSource react */
/** A React or Preact user's code with the tag in JSX. `npm run release:check` type-checks it. */
import { createRef } from 'react';
import type { SetCardPinElement } from 'set-card-pin';
import type {} from 'set-card-pin/jsx';

const ref = createRef<SetCardPinElement>();
const service = { endpoint: 'https://api.example.com/graphql', cardId: 'card_123' };

export const right = [
  <set-card-pin
    {...service}
    key="1"
    ref={ref}
    class="wide"
    pin-length="6"
    token-timeout="300"
    no-confirm
    onpin-set={(event) => event.card.id.length}
  >
    <h2 slot="heading">Your PIN</h2>
  </set-card-pin>,
  <set-card-pin
    endpoint="https://api.example.com/graphql"
    card-id="card_123"
    pinLength={6}
    aria-label="PIN"
    clientToken={{ value: 'token' }}
    getClientToken={async ({ signal }) => (signal.aborted ? '' : 'token')}
  />,
];

export const wrong = [
  // @ts-expect-error: a number
  <set-card-pin {...service} pin-length="six" />,
  // @ts-expect-error: the event doesn't hold the PIN
  <set-card-pin {...service} onpin-set={(event) => event.pin} />,
  // @ts-expect-error: the property doesn't exist
  <set-card-pin {...service} pin="4826" />,
];
