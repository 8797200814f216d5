/**
 * Adds an element to the page before each test of a file that imports this one, and focuses it. Its
 * card accepts every PIN.
 */
import './registered.js';
import type { SetCardPinElement } from '../../../src/index.js';
import { embed } from './page.js';
import { startService, type Service } from './service.js';

export let service: Service;
export let element: SetCardPinElement;
export let cardId: string;

before(async () => {
  service = await startService();
});
beforeEach(async () => {
  ({ element, cardId } = await embed(service, 'accepted'));
  element.focus();
});
