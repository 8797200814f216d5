import type { FormSettings } from '../../src/contract/settings.js';
import type { PinRequest } from '../../src/form/submission.js';

/** The settings of a form in which everything is as usual. */
export const SETTINGS: FormSettings = {
  endpoint: 'https://service.invalid/graphql',
  cardId: 'card_1',
  pinLength: 4,
  pinRules: 'repeated',
  idempotencyKey: 'String!',
  noConfirm: false,
  flow: '',
  disabled: false,
  mistake: undefined,
};

/** The request of a submit, as far as a state knows it. */
export const REQUEST = { key: 'key-1' } as PinRequest;
