/** Registers `<set-card-pin>` in the run's mode, and starts a test file's sandbox. */
import { mode } from './engine.js';
import { startService, type Service } from './service.js';

/** The element's class. */
export const { SetCardPinElement } =
  mode === 'isolated'
    ? await import('../../../src/isolated.js')
    : await import('../../../src/index.js');

export let service: Service;

before(async () => {
  service = await startService();
});
