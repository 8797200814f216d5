import { describe } from 'node:test';
import { usePackages } from '../support/packages.js';
import { describeOtherEngines } from './other-engines.js';
import { usePortal } from './portal-page.js';
import { testRecorders } from './recorders/recordings.js';
import { RECORDERS } from './recorders/table.js';

usePackages('test/leaks/recorders/slow');

// Runs at the same time, because recorders wait for seconds before they send.
describe('recorders', { concurrency: 3 }, () => {
  describe('a recorder', { concurrency: 2 }, () =>
    testRecorders(
      usePortal(),
      RECORDERS.filter(({ file }) => file.startsWith('slow/')),
    ),
  );
  describeOtherEngines('a recorder', (browser) => testRecorders(browser, RECORDERS));
});
