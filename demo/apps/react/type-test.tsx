/* What must not pass the type check: `npm run types` fails where a line below an `@ts-expect-error` is without one. */
import { SetCardPin } from 'set-card-pin/react';

const service = { endpoint: 'https://api.example.com/graphql', cardId: 'card_123' };

export const right = [
  <SetCardPin {...service} clientToken="token" pinLength={6} />,
  <SetCardPin
    {...service}
    clientToken={{ value: 'token', expirationDate: '2030-01-01T00:00:00Z' }}
  />,
];

export const wrong = [
  // @ts-expect-error: a token is a string or has a value
  <SetCardPin {...service} clientToken={4826} />,
  // @ts-expect-error: a number of digits
  <SetCardPin {...service} pinLength="six" />,
  // @ts-expect-error: the event has no PIN
  <SetCardPin {...service} onPinSet={(event) => event.pin} />,
  // @ts-expect-error: a token needs a card
  <SetCardPin endpoint={service.endpoint} />,
];
