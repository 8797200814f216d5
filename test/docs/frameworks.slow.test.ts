/**
 * Checks the types of samples with the tools of Solid, Svelte and Angular, and runs those of Vitest
 * and Jest. This project lacks these tools, which get the packed package.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildAndPack } from '../../tools/pack.js';
import { install, npm } from '../../tools/npm.js';
import { PAGES, samplesIn } from './documentation/samples.js';

const PACKAGES = [
  'solid-js@1.9.19',
  ...['svelte@5.57.3', 'svelte-check@4.7.8'],
  ...['core', 'compiler', 'compiler-cli'].map((name) => `@angular/${name}@21.2.24`),
  'typescript@5.9.3',
  ...['vitest@4.1.12', 'happy-dom@21.0.4', 'jest@30.5.2', 'jest-environment-jsdom@30.5.2'],
];

/** `ngc` checks as `tsc` does, and Angular's templates too. */
const NGC = ['ngc', '--noEmit'];
const SVELTE_CHECK = ['svelte-check', '--fail-on-warnings'];

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

describe('the samples for other tools', { timeout: TIMEOUT }, () => {
  const all = PAGES.flatMap((page) => samplesIn(page));
  const samples = all.filter(({ options }) => options.as === 'framework');
  const unitTest = (tool: string) => all.find(({ options }) => options.as === tool)!.code;
  const files = samples
    .filter(({ language }) => language !== 'json')
    .map(({ language, code }, index) => ({ name: `sample-${index}.${language}`, code }));
  let folder: string;

  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const run = (command: readonly string[]) => npm(folder, ['exec', '--', ...command]);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-frameworks-'));
    const { tarball } = await buildAndPack(folder);
    await write('package.json', '{ "private": true, "type": "module" }');
    await install(folder, tarball, ...PACKAGES);
    for (const { name, code } of files) await write(name, code);
    const config = samples.find(({ language }) => language === 'json')!.code;
    await write('tsconfig.json', JSON.stringify(tsconfig(JSON.parse(config))));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('pass the type checks of Solid, Svelte and Angular', async () => {
    await run(NGC);
    await run(SVELTE_CHECK);
  });

  it('include unit tests that pass in Vitest and Jest', async () => {
    await write('happy-dom.test.js', unitTest('vitest'));
    await write('jsdom.test.js', unitTest('vitest').replace('happy-dom', 'jsdom'));
    await run(['vitest', 'run', 'happy-dom.test.js', 'jsdom.test.js']);
    const inJest = unitTest('vitest')
      .replace(/^.*\n/, '/** @jest-environment jsdom */\n')
      .replace("'vitest'", "'@jest/globals'");
    await write('pin-page.test.mjs', inJest);
    const jest = ['exec', '--', 'jest', '--testMatch', '**/*.test.mjs'];
    await npm(folder, jest, { NODE_OPTIONS: '--experimental-vm-modules' });
  });
});

/** Adds the settings of a strict project to those of a sample. */
function tsconfig({ compilerOptions }: { readonly compilerOptions: object }): object {
  return {
    compilerOptions: {
      target: 'ES2022',
      module: 'preserve',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      experimentalDecorators: true,
      isolatedModules: true,
      ...compilerOptions,
    },
    angularCompilerOptions: { strictTemplates: true },
  };
}
