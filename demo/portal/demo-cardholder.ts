import { SANDBOX_CARDS } from '../../src/node/sandbox/cards.js';
import type { Cardholder } from './portal.js';

/** The cardholder of every demo. They own all of the sandbox's cards. */
export const DEMO_CARDHOLDER: Cardholder = {
  name: 'Ada Lindqvist',
  cardIds: SANDBOX_CARDS.map(({ id }) => id),
};
