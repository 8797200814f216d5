/** `npm test`: all tests, or those of the files named. */
import { existsSync, readdirSync, writeSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runBrowserTests } from './browser-tests.js';
import { ENGINES, type EngineName } from './engines/engine.js';
import { findFirefox } from './engines/firefox.js';
import { findWebKit } from './engines/webkit.js';
import { findBrowser, NoBrowserError } from './find-browser.js';
import { runNodeTests } from './node-tests.js';
import { closingLine, type TestCounts } from './test-counts.js';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

const HELP = `npm test                                  all tests, in every engine that is installed, with the coverage of src
npm test -- test/node/builds.test.ts …    the files named, in Chromium; part of a path will do (npm test -- builds)
npm test -- --engine firefox …            those that need a page, in chromium, firefox, webkit, or all of them

Chromium is the Chrome or Chromium that CHROME_PATH names, else an installed one, else the one that the npm package
@sparticuz/chromium carries. Firefox is the one that FIREFOX_PATH names, or else an installed one. WebKit is WebKitGTK's
MiniBrowser, with WebKitWebDriver and Xvfb. (On Debian: apt-get install firefox-esr webkit2gtk-driver xvfb.) Where Firefox or
WebKit is missing the tests run in the others; where CI is set, that counts as one failure each.

The last line is "N passed, N failed"; the exit code is 1 if any failed.`;

/** So that the last line comes whatever happens, also when a runner ends the process. */
let counts: TestCounts = { passed: 0, failed: 1 };

async function main(engines: readonly EngineName[], wanted: readonly string[]): Promise<void> {
  const browserFiles = testFilesIn('test/browser', wanted);
  const nodeFiles = options.engine === undefined ? testFilesIn('test/node', wanted) : [];
  if (browserFiles.length + nodeFiles.length === 0) {
    console.error(`No test file matches ${wanted.join(' ') || 'test/**/*.test.ts'}.`);
    return;
  }
  // Tests in Node start it too.
  if (nodeFiles.length > 0 || engines.includes('chromium'))
    process.env.CHROME_PATH = await findBrowser();

  const results: TestCounts[] = [];
  const runIn = async (engine: EngineName): Promise<void> => {
    const executablePath = programOf(engine);
    if (executablePath === undefined) {
      console.log(`${engine}: not installed, its tests are not run`);
      if (process.env.CI) results.push({ passed: 0, failed: 1 });
      return;
    }
    console.log(`${engine}: ${executablePath}`);
    const coverage = engine === 'chromium' && wanted.length === 0;
    results.push(await runBrowserTests({ engine, executablePath, files: browserFiles, coverage }));
  };
  if (browserFiles.length > 0) {
    // Chromium has two files open at a time. The others have one each, and wait for their drivers most of the time.
    if (engines.includes('chromium')) await runIn('chromium');
    await Promise.all(engines.filter((engine) => engine !== 'chromium').map(runIn));
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

function programOf(engine: EngineName): string | undefined {
  return { chromium: () => process.env.CHROME_PATH, firefox: findFirefox, webkit: findWebKit }[
    engine
  ]();
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

const { values: options, positionals: wanted } = parseArgs({
  options: { engine: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});
if (options.help) {
  console.log(HELP);
} else {
  process.once('exit', (code) => {
    // Past the runner, which holds back what is printed while it runs.
    writeSync(process.stdout.fd, `\n${closingLine(counts)}\n`);
    process.exitCode = code || (counts.failed > 0 ? 1 : 0);
  });
  // What was started ends with the process, which a signal alone would end at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  try {
    const engine = options.engine ?? (wanted.length === 0 ? 'all' : 'chromium');
    const engines = ENGINES.filter((name) => engine === name || engine === 'all');
    if (engines.length === 0)
      console.error(`There is no engine ${engine}, but ${ENGINES.join(', ')}.`);
    else await main(engines, wanted);
  } catch (error) {
    console.error(error instanceof NoBrowserError ? error.message : error);
  }
  process.exit();
}
