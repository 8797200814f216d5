/** `npm run build`: `dist`, from nothing. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { build } from 'vite';
import { callCommand } from '../../src/node/command.js';
import { noOptions } from '../../src/node/options.js';
import { removeInnerDeclarations } from './declarations.js';
import { writeEditorData } from './editor-data/files.js';
import { writeIntegrity } from './integrity.js';
import { PROJECT } from '../project.js';

const HELP = `Usage: npm run build

Makes dist anew, which is what the package holds: ES modules, the script-tag files, the frame page,
the command set-card-pin-frame, types, what editors read, and integrity.json. Then it writes the
hashes of the scripts into the tags of README.md and docs.

It exits with 0 when all is made, with 1 when something is wrong, with 2 when it was called wrongly.
`;

/** A step that has said what is wrong. */
class StepError extends Error {}

async function main(): Promise<void> {
  try {
    // The modules first, as that empties `dist`.
    await step('modules', () => bundle('production'));
    await Promise.all([
      step('types', declare),
      (async () => {
        await step('script-tag files', () => bundle('script'));
        await step('set-card-pin-frame', () => bundle('command'));
      })(),
    ]);
    // After the types: it empties a folder into which the compiler writes some that nobody can import.
    await step('frame page', () => bundle('frame'));
    await step('data for editors', () => writeEditorData(PROJECT));
    await step('integrity.json', () => writeIntegrity(PROJECT));
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}

/** Does a step, and says how long it took. */
async function step(name: string, act: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await act();
  console.log(`${name.padEnd(20)} ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

function bundle(mode: string): Promise<unknown> {
  return build({ root: PROJECT, mode, logLevel: 'warn' });
}

/** Writes the types that the package comes with, those alone that somebody can import. */
async function declare(): Promise<void> {
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const types = [compiler, '-p', 'tsconfig.build.json'];
  try {
    await promisify(execFile)(process.execPath, types, { cwd: PROJECT });
  } catch (error) {
    throw new StepError((error as { stdout: string }).stdout);
  }
  removeInnerDeclarations(PROJECT);
}

await callCommand(HELP, noOptions, main);
