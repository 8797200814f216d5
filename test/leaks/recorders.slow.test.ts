import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe } from 'node:test';
import { npm } from '../../tools/npm.js';
import { PROJECT } from '../../tools/project.js';
import { describeOtherEngines } from './other-engines.js';
import { usePortal } from './portal-page.js';
import { testRecorders } from './recorders/recordings.js';
import { RECORDERS } from './recorders/table.js';

const FOLDER = join(PROJECT, 'test/leaks/recorders/slow');

/** Milliseconds to install the recorders. */
const INSTALL_TIMEOUT = 600_000;

before(
  async () => {
    if (!existsSync(join(FOLDER, 'node_modules'))) await npm(FOLDER, ['ci', '--ignore-scripts']);
  },
  { timeout: INSTALL_TIMEOUT },
);

// At the same time, because recorders wait for seconds until they send.
describe('recorders', { concurrency: 3 }, () => {
  describe('a recorder', { concurrency: 2 }, () =>
    testRecorders(
      usePortal(),
      RECORDERS.filter(({ file }) => file.startsWith('slow/')),
    ),
  );
  describeOtherEngines('a recorder', (browser, engine) =>
    testRecorders(browser, RECORDERS, engine),
  );
});
