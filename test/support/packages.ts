import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before } from 'node:test';
import { npm } from '../../tools/npm.js';
import { PROJECT } from '../../tools/project.js';

/** Milliseconds to install packages. */
const TIMEOUT = 600_000;

/** Installs the packages of a folder before the tests of a suite, unless it has them. */
export function usePackages(folder: string): void {
  const path = join(PROJECT, folder);
  const isInstalled = existsSync(join(path, 'node_modules'));
  before(() => isInstalled || npm(path, ['ci', '--ignore-scripts']), { timeout: TIMEOUT });
}
