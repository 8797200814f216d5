/** `npm run build`: builds `dist` from scratch. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { callCommand, readOptions } from '../../src/node/command.js';
import { writeEditorData } from './editor-data/files.js';
import { writeIntegrity } from './integrity.js';
import { REFERENCE_PAGE, referencePage } from './reference-page.js';
import { PROJECT } from '../project.js';

const HELP = `Usage: npm run build

Builds dist, the content of the package, from scratch: ES modules, the script-tag files, the command
set-card-pin and the sandbox, types, the frame page, data for editors, and integrity.json. It also
writes the tables of docs/reference.md, which differ only if the description of the API does.

Exit codes: 0 success; 1 the build failed; 2 usage error.
`;

async function main(): Promise<void> {
  // The modules come first, because their build empties `dist`.
  await step('modules', () => bundle('production'));
  await Promise.all([
    step('types', writeDeclarations),
    (async () => {
      // The last one writes the licences for both modes.
      for (const mode of ['script.isolated', 'script'])
        await step(mode.replace('script', 'script tag'), () => bundle(mode));
      await step('code for Node', () => bundle('node'));
    })(),
  ]);
  await step('frame page', () => bundle('frame'));
  await step('data for editors', () => writeEditorData());
  await step('docs/reference.md', async () => writeFile(REFERENCE_PAGE, await referencePage()));
  await step('integrity.json', () => writeIntegrity());
}

/** Runs a step and prints how long it took. */
async function step(name: string, act: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await act();
  console.log(`${name.padEnd(20)} ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

function bundle(mode: string): Promise<unknown> {
  return build({ root: PROJECT, mode, logLevel: 'warn' });
}

async function writeDeclarations(): Promise<void> {
  const tsc = join(PROJECT, 'node_modules/.bin/tsc');
  for (const project of ['tsconfig.build.json', 'tsconfig.node.json'])
    await promisify(execFile)(tsc, ['-p', project], { cwd: PROJECT }).catch(
      ({ stdout }: { stdout: string }) => Promise.reject(new Error(stdout)),
    );
}

const readArguments = (args: string[]) => readOptions<object>(args, {});

await callCommand(HELP, readArguments, main);
