/** The package's command, built, because from its sources it takes three times as long to start. */
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildPart, writeFiles } from '../support/builds.js';

const folder = await mkdtemp(join(tmpdir(), 'set-card-pin-command-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

export const CLI = join(folder, 'dist/node/set-card-pin.js');

await writeFiles(dirname(CLI), await buildPart('node'));
await copyFile('package.json', join(folder, 'package.json'));
