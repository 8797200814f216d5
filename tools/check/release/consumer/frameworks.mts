/** The code of a React and Vue user. `npm run release:check` type-checks it. */
import { createElement, createRef } from 'react';
import type { SetCardPinElement } from 'set-card-pin';
import { SetCardPin, type SetCardPinProps } from 'set-card-pin/react';
import { isCustomElement } from 'set-card-pin/vue';
import type { GlobalComponents } from 'vue';

const required = { endpoint: 'https://api.example.com/graphql', cardId: 'card_123' };
export const ref = createRef<SetCardPinElement>();
createElement(
  SetCardPin,
  {
    ...required,
    ref,
    style: { maxWidth: 300 },
    'aria-label': 'PIN',
    pinLength: undefined,
    onClick: () => undefined,
    getClientToken: async ({ signal }) => (signal.aborted ? '' : 'token'),
    onPinSet: (event) => event.card.id.length,
    onTokenExpired: (event) => event.respondWith(Promise.resolve('token')),
  },
  'a child',
);
// @ts-expect-error: cardId is required
createElement(SetCardPin, { endpoint: '' });
// @ts-expect-error: the event has no outcome
createElement(SetCardPin, { ...required, onPinSet: (event) => event.outcome });
export const props: SetCardPinProps = required;

export const isElement: boolean = isCustomElement('set-card-pin');
type InTemplate = InstanceType<GlobalComponents['set-card-pin']>['$props'];
export const inTemplate: InTemplate = { ...required, class: 'wide', key: 1, pinLength: '6' };
