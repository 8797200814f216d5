import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before } from 'node:test';
import { npm } from '../../tools/npm.js';
import { PROJECT } from '../../tools/project.js';

/** Milliseconds to install packages. */
const TIMEOUT = 600_000;

/** Installs a folder's packages before a suite's tests, unless the folder has them. */
export function usePackages(folder: string): void {
  const path = join(PROJECT, folder);
  const isInstalled = existsSync(join(path, 'node_modules'));
  before(() => isInstalled || npm(path, ['ci', '--ignore-scripts']), { timeout: TIMEOUT });
}
