// Mistakes that the type check must find: `npm run types` fails if a line below
// `@ts-expect-error` is valid.
const element = document.createElement('set-card-pin');

element.clientToken = { value: 'token', expirationDate: '2030-01-01T00:00:00Z' };
// @ts-expect-error: a token is a string, or an object with a value
element.clientToken = 4826;
// @ts-expect-error: the length is a number
element.pinLength = 'six';
// @ts-expect-error: the event doesn't hold the PIN
element.addEventListener('pin-set', (event) => event.pin);
