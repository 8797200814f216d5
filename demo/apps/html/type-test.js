// What must not pass the type check: `npm run types` fails where a line below an `@ts-expect-error` is without one.
const element = document.createElement('set-card-pin');

element.clientToken = { value: 'token', expirationDate: '2030-01-01T00:00:00Z' };
// @ts-expect-error: a token is a string or has a value
element.clientToken = 4826;
// @ts-expect-error: a number of digits
element.pinLength = 'six';
// @ts-expect-error: the event has no PIN
element.addEventListener('pin-set', (event) => event.pin);
