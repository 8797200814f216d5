/** Runs the unit tests of docs/testing.md in a project that installs the package. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackedPackage } from '../../pack.js';
import { PROJECT } from '../../project.js';
import { install, run } from './consumer.js';

/** The runners, and a lock with their packages. */
const RUNNERS = fileURLToPath(new URL('unit-tests', import.meta.url));

interface Runner {
  /** The language of its sample, with its options. */
  readonly sample: string;
  /** The files to write the sample into, changed for each. */
  readonly files: Readonly<Record<string, (code: string) => string>>;
  readonly command: readonly string[];
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
    command: [
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      '--testMatch',
      '**/*.test.mjs',
    ],
  },
];

/** @param folder - Folder for the project, outside this one. */
export async function checkUnitTests(
  { tarball }: PackedPackage,
  folder: string,
): Promise<string[]> {
  await cp(RUNNERS, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  await install(folder, tarball);
  const page = await readFile(join(PROJECT, 'docs', 'testing.md'), 'utf8');
  const faults = UNIT_TEST_RUNNERS.map(async ({ sample, files, command }) => {
    const [, code] = new RegExp(`^\`\`\`${sample}\\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? [];
    if (code === undefined) return `docs/testing.md has no sample in ${sample}.`;
    for (const [file, change] of Object.entries(files))
      await writeFile(join(folder, file), change(code));
    const { printed, failed } = await run(folder, [...command, ...Object.keys(files)]);
    return failed ? `${sample}: ${printed}` : '';
  });
  return (await Promise.all(faults)).filter(Boolean);
}
