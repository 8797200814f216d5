/** `npm test`: all tests, or those of the files named. */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBrowserTests } from './browser-tests.js';
import { findBrowser, NoBrowserError } from './find-browser.js';
import { runNodeTests } from './node-tests.js';
import { closingLine, type TestCounts } from './test-counts.js';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

const HELP = `npm test                                  all tests, with the coverage of src
npm test -- test/node/builds.test.ts …    the files named; part of a path will do (npm test -- builds)

Tests run in the Chrome or Chromium that CHROME_PATH names, else in an installed one, else in the one that the npm
package @sparticuz/chromium carries. The last line is "N passed, N failed"; the exit code is 1 if any failed.`;

/** So that the last line comes whatever happens, also when a runner ends the process. */
let counts: TestCounts = { passed: 0, failed: 1 };

async function main(wanted: readonly string[]): Promise<void> {
  const browserFiles = testFilesIn('test/browser', wanted);
  const nodeFiles = testFilesIn('test/node', wanted);
  if (browserFiles.length + nodeFiles.length === 0) {
    console.error(`No test file matches ${wanted.join(' ') || 'test/**/*.test.ts'}.`);
    return;
  }
  process.env.CHROME_PATH = await findBrowser();
  console.log(`Browser: ${process.env.CHROME_PATH}`);

  const results: TestCounts[] = [];
  if (browserFiles.length > 0) {
    results.push(
      await runBrowserTests({
        executablePath: process.env.CHROME_PATH,
        files: browserFiles,
        coverage: wanted.length === 0,
      }),
    );
  }
  if (nodeFiles.length > 0) results.push(await runNodeTests(nodeFiles));
  counts = {
    passed: sum(results.map(({ passed }) => passed)),
    failed: sum(results.map(({ failed }) => failed)),
  };
  if (counts.passed + counts.failed === 0) {
    console.error('There was no test in these files.');
    counts = { passed: 0, failed: 1 };
  }
}

/** The test files below a folder, those alone whose path has one of the wanted parts if any is wanted; in a fixed order. */
function testFilesIn(folder: string, wanted: readonly string[]): string[] {
  const root = join(PROJECT, folder);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(root, path))
    .filter((path) => wanted.length === 0 || wanted.some((part) => isMeant(path, part)))
    .sort();
}

function isMeant(path: string, part: string): boolean {
  return resolve(part) === path || relative(PROJECT, path).split(sep).join('/').includes(part);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const wanted = process.argv.slice(2);
if (wanted.includes('--help') || wanted.includes('-h')) {
  console.log(HELP);
} else {
  process.once('exit', (code) => {
    console.log(`\n${closingLine(counts)}`);
    process.exitCode = code || (counts.failed > 0 ? 1 : 0);
  });
  try {
    await main(wanted);
  } catch (error) {
    console.error(error instanceof NoBrowserError ? error.message : error);
  }
  process.exit();
}
