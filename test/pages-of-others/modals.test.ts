import { describe } from 'node:test';
import { testDialogs } from './walk.js';

describe('a modal dialog of a library', { concurrency: 2 }, () => {
  // The other libraries are in modals.slow.test.ts.
  testDialogs('libraries', [
    { name: 'focusTrap' },
    { name: 'radix' },
    { name: 'sweetAlert2', own: ['OK'] },
  ]);
});
