/*
 * Mistakes that the type check must find: `npm run types` fails if a line below `@ts-expect-error`
 * is valid.
 */
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
  // @ts-expect-error: a token is a string, or an object with a value
  <SetCardPin {...service} clientToken={4826} />,
  // @ts-expect-error: the length is a number
  <SetCardPin {...service} pinLength="six" />,
  // @ts-expect-error: the event doesn't hold the PIN
  <SetCardPin {...service} onPinSet={(event) => event.pin} />,
  // @ts-expect-error: the card's id is missing
  <SetCardPin endpoint={service.endpoint} />,
];
