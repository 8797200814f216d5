import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before } from 'node:test';
import { npm } from '../../tools/npm.js';
import { PROJECT } from '../../tools/project.js';
import { testRecorders } from './recorders/recordings.js';

const FOLDER = join(PROJECT, 'test/leaks/recorders/slow');

/** Milliseconds to install the recorders. */
const INSTALL_TIMEOUT = 600_000;

before(
  async () => {
    if (!existsSync(join(FOLDER, 'node_modules'))) await npm(FOLDER, ['ci', '--ignore-scripts']);
  },
  { timeout: INSTALL_TIMEOUT },
);

testRecorders(true);
