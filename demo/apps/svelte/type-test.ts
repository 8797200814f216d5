/*
 * Mistakes that the type check must find: `npm run types` fails if a line below `@ts-expect-error`
 * is valid. A template has no such comment, so this file checks the type of what a template sets.
 */
import type { SvelteHTMLElements } from 'svelte/elements';

type Tag = SvelteHTMLElements['set-card-pin'];

const service = { endpoint: 'https://api.example.com/graphql', 'card-id': 'card_123' };

export const right: Tag[] = [
  { ...service, 'client-token': 'token', 'pin-length': '6', 'token-timeout': '300' },
  { ...service, clientToken: { value: 'token' }, pinLength: 6, class: 'wide' },
  { ...service, 'onpin-set': (event) => event.card.id.length },
];

export const wrong: Tag[] = [
  // @ts-expect-error: the length is a number
  { ...service, 'pin-length': 'six' },
  // @ts-expect-error: the event doesn't hold the PIN
  { ...service, 'onpin-set': (event) => event.pin },
  // @ts-expect-error: the property doesn't exist
  { ...service, pin: '4826' },
];
