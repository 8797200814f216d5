import type { FormSettings } from '../../src/form/settings.js';
import type { PinRequest } from '../../src/form/submission.js';

/** The settings of a form in which everything is as usual. */
export const SETTINGS: FormSettings = {
  length: 4,
  rules: ['repeated'],
  confirms: true,
  steps: false,
  disabled: false,
  target: { endpoint: 'https://service.invalid/graphql', cardId: 'card_1', keyType: 'String!' },
};

/** The request of a submit, as far as a course knows it. */
export const REQUEST = { key: 'key-1' } as PinRequest;
