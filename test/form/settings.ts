import type { FormSettings } from '../../src/contract/settings.js';
import type { PinRequest } from '../../src/form/submission.js';

/** A form's usual settings. */
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

/** A submit's request, as far as the state knows it. */
export const REQUEST = { key: 'key-1' } as PinRequest;
