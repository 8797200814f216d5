import { clientTokenHandler } from 'set-card-pin/server';

/** In this demo, the portal's own server handles this path. In your app, this is all you need. */
export const POST = clientTokenHandler({
  endpoint: process.env.SET_CARD_PIN_ENDPOINT,
  apiKey: process.env.SET_CARD_PIN_API_KEY,
  // Whether somebody is signed in and the card is theirs.
  authorize: () => false,
});
