import { clientTokenHandler } from 'set-card-pin/server';

/** The portal's own server answers this path here. In your app, this is all that it takes. */
export const POST = clientTokenHandler({
  endpoint: process.env.SET_CARD_PIN_ENDPOINT,
  apiKey: process.env.SET_CARD_PIN_API_KEY,
  // Whether somebody is signed in, and the card is theirs.
  authorize: () => false,
});
