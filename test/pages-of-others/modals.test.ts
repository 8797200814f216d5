import { describe } from 'node:test';
import { testDialogs } from './walk.js';

describe('a library’s modal dialog', { concurrency: 2 }, () => {
  // The other libraries are in modals.slow.test.ts.
  testDialogs('libraries', [
    { name: 'focusTrap', isolated: ['around'], onlyTab: ['after'] },
    { name: 'radix', isolated: ['before', 'around'], onlyTab: ['after'], help: true },
    { name: 'sweetAlert2', own: ['OK'], isScripted: true, isolated: ['before'], help: true },
  ]);
});
