/** Runs the unit tests of docs/testing.md in a project that installs the package. */
import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npm, NpmError } from '../../npm.js';
import type { PackedPackage } from '../../pack.js';
import { PROJECT } from '../../project.js';

/** The runners, and a lock with their packages. */
const RUNNERS = fileURLToPath(new URL('unit-tests', import.meta.url));

interface Runner {
  /** The language of its sample, with its options. */
  readonly sample: string;
  /** The files to write the sample into, changed for each. */
  readonly files: Readonly<Record<string, (code: string) => string>>;
  readonly command: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

const UNIT_TEST_RUNNERS: readonly Runner[] = [
  {
    sample: 'js as=vitest',
    files: {
      'happy-dom.vitest.test.js': (code) => code,
      'jsdom.vitest.test.js': (code) => code.replace('happy-dom', 'jsdom'),
    },
    command: ['node_modules/vitest/vitest.mjs', 'run'],
  },
  {
    sample: 'js as=jest',
    files: { 'pin-page.test.mjs': (code) => code },
    // Otherwise it would also take the test for Vitest.
    command: ['node_modules/jest/bin/jest.js', '--testMatch', '**/*.test.mjs'],
    env: { NODE_OPTIONS: '--experimental-vm-modules' },
  },
];

/** Milliseconds for one runner. */
const LIMIT = 60_000;

/** @param folder - Folder for the project, outside this one. */
export async function unitTestFaults(
  { tarball }: PackedPackage,
  folder: string,
): Promise<string[]> {
  await cp(RUNNERS, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  const options = ['--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  try {
    await npm(folder, ['install', '--prefix', folder, ...options, tarball]);
  } catch (error) {
    if (error instanceof NpmError) return [error.message];
    throw error;
  }
  const page = await readFile(join(PROJECT, 'docs', 'testing.md'), 'utf8');
  return (await Promise.all(UNIT_TEST_RUNNERS.map((each) => run(each, page, folder)))).flat();
}

async function run(
  { sample, files, command, env }: Runner,
  page: string,
  folder: string,
): Promise<string[]> {
  const [, code] = new RegExp(`^\`\`\`${sample}\\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? [];
  if (code === undefined) return [`docs/testing.md has no sample in ${sample}.`];
  for (const [file, change] of Object.entries(files))
    await writeFile(join(folder, file), change(code));
  try {
    await promisify(execFile)(process.execPath, [...command, ...Object.keys(files)], {
      cwd: folder,
      timeout: LIMIT,
      // Leaves out the variables that npm and tsx set.
      env: { PATH: process.env['PATH'], ...env },
    });
    return [];
  } catch (error) {
    const { stdout, stderr, message } = error as Error & { stdout: string; stderr: string };
    return [`${sample}: ${`${stdout}${stderr}`.trim() || message}`];
  }
}
