import { describe } from 'node:test';
import { testDialogs } from './walk.js';

describe('a library’s modal dialog', { concurrency: 2 }, () => {
  // modals.slow.test.ts tests more libraries, and more dialogs of these libraries.
  testDialogs('libraries', [
    { name: 'focusTrap', isolated: ['around'] },
    { name: 'radix', isolated: ['before'] },
    { name: 'sweetAlert2', own: ['OK'], isScripted: true, isolated: ['before'] },
  ]);
});
