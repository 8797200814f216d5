/*
 * Mistakes that the type check must find: `npm run types` fails if a line below `@ts-expect-error`
 * is valid.
 */
const service = { endpoint: 'https://api.example.com/graphql', cardId: 'card_123' };

export const right = (
  <set-card-pin {...service} clientToken="token" pin-length="6" token-timeout="300" />
);

export const wrong = [
  // @ts-expect-error: the length is a number
  <set-card-pin {...service} pin-length="six" />,
  // @ts-expect-error: the event doesn't hold the PIN
  <set-card-pin {...service} on:pin-set={(event) => event.pin} />,
  // @ts-expect-error: the property doesn't exist
  <set-card-pin {...service} pin="4826" />,
];
