/** Registers `<set-card-pin>` in the run's mode. */
import { mode } from './engine.js';

/** The element's class. */
export const { SetCardPinElement } =
  mode === 'isolated'
    ? await import('../../../src/isolated.js')
    : await import('../../../src/index.js');
