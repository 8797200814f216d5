/**
 * Adds an element to the page before each test of a file that imports this one, and focuses it. Its
 * card accepts every PIN.
 */
import type { SetCardPinElement } from '../../../src/index.js';
import { embed } from './page.js';
import { service } from './started-service.js';

export { service };
export let element: SetCardPinElement;
export let cardId: string;

beforeEach(async () => {
  ({ element, cardId } = await embed(service, 'accepted'));
  element.focus();
});
