/** `npm test`, `npm run test:all` and `npm run test:slow`, or the tests of the files named. */
import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { callCommand, readOptions, UsageError } from '../../src/node/command.js';
import type { EngineName, Mode } from '../browsers/engines/engine.js';
import { findFirefox } from '../browsers/engines/find-firefox.js';
import { findWebKit } from '../browsers/engines/webkit.js';
import { findBrowser, findInstalledBrowser, NoBrowserError } from '../browsers/find-browser.js';
import { runNodeTests } from './node-tests.js';
import { closingLine, type TestCounts } from './test-results.js';
import { PROJECT } from '../project.js';

const HELP = `Usage: npm test [-- FILE … --browser NAME --mode NAME]
       npm test -- --suite NAME

npm test                             the quick suite: it needs nothing but Node, on Linux on x64
npm test -- test/pin/rules.test.ts   the named files, in Chromium, inline. A part of the path is
                                     enough: npm test -- builds
npm test -- --browser firefox …      only tests that need a page, in that browser: chromium,
                                     installed-chromium, firefox, webkit, or all
npm test -- --mode isolated …        only tests that need a page, in that mode: inline, isolated (in
                                     Chromium), or all
npm test -- --suite rest             what the quick suite leaves out: the other browsers, the other
                                     files in isolated mode, and files named *.all.test.ts
npm test -- --suite slow             files named *.slow.test.ts, and all cases of generated tests

npm run test:all is both quick and rest, the checks and the apps. npm run test:slow is what a
release needs besides.

Chromium is the one in the npm package @sparticuz/chromium, so that its version and its font are the
same everywhere. On systems that the package doesn't support it is the installed one: the program
that CHROME_PATH names, or else an installed Chrome, Chromium or Edge. Firefox is the program that
FIREFOX_PATH names, or else an installed one. WebKit is WebKitGTK's MiniBrowser, which needs
WebKitWebDriver and Xvfb. On Debian: apt-get install chromium firefox-esr webkit2gtk-driver xvfb.
Tests in a browser that is missing are not run. If CI is set, each missing browser counts as one
failure, and the quick suite also measures which lines of src it runs.

The last line is "N passed, N failed". The exit code is 0 if no test failed, 1 if any failed, and 2
after a usage error.
`;

/** A browser, by its name in `--browser`. */
type BrowserName = 'chromium' | 'installed-chromium' | 'firefox' | 'webkit';

const BROWSERS: Readonly<
  Record<
    BrowserName,
    {
      readonly engine: EngineName;
      /** Returns the path of its program, or `undefined` if it is not installed. */
      readonly find: () => Promise<string | undefined>;
    }
  >
> = {
  chromium: { engine: 'chromium', find: () => Promise.resolve(process.env.TEST_CHROMIUM) },
  'installed-chromium': {
    engine: 'chromium',
    find: () =>
      findInstalledBrowser().catch((error: unknown) => {
        if (!(error instanceof NoBrowserError)) throw error;
        console.error(error.message);
        return undefined;
      }),
  },
  firefox: { engine: 'firefox', find: () => Promise.resolve(findFirefox()) },
  webkit: { engine: 'webkit', find: () => Promise.resolve(findWebKit()) },
};

/** Ends the name of a test file that runs in a page, in every browser. */
const IN_EVERY_BROWSER = '.browser.test.ts';

/**
 * Ends the name of a test file that runs in a page of Chromium only: its subject is the same in
 * every engine.
 */
const IN_CHROMIUM = '.chromium.test.ts';

/** Ends the name of a test file whose subject is also the same in both modes. */
const INLINE = '.inline.test.ts';

const isInPage = (path: string): boolean =>
  [IN_EVERY_BROWSER, IN_CHROMIUM, INLINE].some((ending) => path.endsWith(ending));

/**
 * Files that the quick suite also runs in isolated mode: what they test differs there. The others
 * test the form, which is the same in the frame page.
 */
const FRAMED =
  /\/(autofocus|errors|framed.*|lifecycle|loading|moves|paste|reveal|secrets|set-pin|submit|token)\.browser\.test\.ts$/;

/** Returns whether a file has generated cases, of which the slow suite tries all. */
const hasGeneratedCases = (path: string): boolean =>
  readFileSync(path, 'utf8').includes('support/fuzz.js');

const SUITES = ['quick', 'rest', 'slow'] as const;
type Suite = (typeof SUITES)[number];

/** A run of the tests that need a page. */
interface BrowserRun {
  readonly browser: BrowserName;
  readonly mode: Mode;
  /** Returns the suite that runs a file in this browser and mode, or `undefined` if none does. */
  readonly suiteOf: (path: string) => Suite | undefined;
}

const restOfEveryBrowser = (path: string): Suite | undefined =>
  path.endsWith(IN_EVERY_BROWSER) ? 'rest' : undefined;

/** Isolated mode needs Chromium: only its driver can look into a frame. */
const BROWSER_RUNS: readonly BrowserRun[] = [
  { browser: 'chromium', mode: 'inline', suiteOf: () => 'quick' },
  {
    browser: 'chromium',
    mode: 'isolated',
    suiteOf: (path) => (path.endsWith(INLINE) ? undefined : FRAMED.test(path) ? 'quick' : 'rest'),
  },
  { browser: 'installed-chromium', mode: 'inline', suiteOf: restOfEveryBrowser },
  { browser: 'firefox', mode: 'inline', suiteOf: restOfEveryBrowser },
  { browser: 'webkit', mode: 'inline', suiteOf: restOfEveryBrowser },
];

/** Returns the suite of a file that runs in Node. */
function suiteInNode(path: string): Suite {
  if (path.endsWith('.slow.test.ts')) return 'slow';
  return path.endsWith('.all.test.ts') ? 'rest' : 'quick';
}

/**
 * How many files in Node run at the same time. Most tests wait for a program that they have
 * started, but each of those in test/leaks keeps a browser busy.
 */
const AT_ONCE = { leaks: 2, others: 4 };

/** Printed last, even if a runner ends the process. */
let counts: TestCounts = { passed: 0, failed: 1 };

async function main({ runs, wanted, inNode, suites }: TestOptions): Promise<void> {
  const testFiles = testFilesOf(wanted);
  const isWanted = (path: string, suite: Suite | undefined): boolean =>
    suite !== undefined &&
    (wanted.length > 0 ||
      suites.includes(suite) ||
      (suites.includes('slow') && hasGeneratedCases(path)));
  const browserRuns = runs
    .map((run) => ({
      ...run,
      files: testFiles.filter((path) => isInPage(path) && isWanted(path, run.suiteOf(path))),
    }))
    .filter(({ files }) => files.length > 0);
  const nodeFiles = testFiles.filter(
    (path) => inNode && !isInPage(path) && isWanted(path, suiteInNode(path)),
  );
  if (browserRuns.length + nodeFiles.length === 0) {
    console.error(`No test file matches ${wanted.join(' ') || 'test/**/*.test.ts'}.`);
    return;
  }
  // Tests in Node start it too.
  if (nodeFiles.length > 0 || browserRuns.some(({ browser }) => browser === 'chromium'))
    process.env.TEST_CHROMIUM = await findBrowser();
  if (suites.includes('slow')) process.env.FUZZ_CASES = 'all';

  const results: TestCounts[] = [];
  const runInBrowser = async ({ browser, mode, files }: (typeof browserRuns)[number]) => {
    const { engine, find } = BROWSERS[browser];
    const executablePath = await find();
    if (executablePath === undefined) {
      console.log(`${browser}: not installed, its tests are not run`);
      if (process.env.CI) results.push({ passed: 0, failed: 1 });
      return;
    }
    console.log(`${browser}, ${mode}: ${executablePath}`);
    const coverage = Boolean(process.env.CI) && browser === 'chromium' && suites.includes('quick');
    // It loads a runner that takes seconds and that Node's tests don't need.
    const { runBrowserTests } = await import('./browser-tests.js');
    results.push(
      await runBrowserTests({ engine, mode, executablePath, files, coverage }).catch(
        (error: unknown) => {
          console.error(error);
          return { passed: 0, failed: 1 };
        },
      ),
    );
  };
  // Chromium has several files open at a time, which is enough work for all processors. The drivers
  // of the other engines wait half of the time, so Node's tests run beside them.
  const isBusy = ({ browser }: BrowserRun): boolean => BROWSERS[browser].engine === 'chromium';
  for (const run of browserRuns.filter(isBusy)) await runInBrowser(run);
  const report = new HeldReport();
  const leaks = join(PROJECT, 'test', 'leaks', sep);
  await Promise.all([
    (async () => {
      try {
        for (const run of browserRuns.filter((run) => !isBusy(run))) await runInBrowser(run);
      } finally {
        report.release();
      }
    })(),
    (async () => {
      for (const [isLeaks, atOnce] of [
        [false, AT_ONCE.others],
        [true, AT_ONCE.leaks],
      ] as const) {
        const files = nodeFiles.filter((path) => path.startsWith(leaks) === isLeaks);
        if (files.length > 0) results.push(await runNodeTests(files, atOnce, report));
      }
    })(),
  ]);
  counts = {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  };
  if (counts.passed + counts.failed === 0) {
    console.error('There was no test in these files.');
    counts = { passed: 0, failed: 1 };
  }
  if (wanted.length === 0 && suites.includes('quick'))
    process.stdout.write(
      'Left out: other browsers and slower tests, which npm run test:all runs.\n',
    );
}

/** Holds the report of Node's tests back while another runner redraws the end of the terminal. */
class HeldReport {
  #held = '';
  #isReleased = false;

  write(text: string): void {
    if (this.#isReleased) process.stdout.write(text);
    else this.#held += text;
  }

  release(): void {
    process.stdout.write(this.#held);
    this.#held = '';
    this.#isReleased = true;
  }
}

/** Returns the test files whose path contains a wanted part, or all if none is wanted, sorted. */
function testFilesOf(wanted: readonly string[]): string[] {
  const root = join(PROJECT, 'test');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(root, path))
    .filter((path) => wanted.length === 0 || wanted.some((part) => isMeant(path, part)))
    .sort();
}

function isMeant(path: string, part: string): boolean {
  return resolve(part) === path || relative(PROJECT, path).split(sep).join('/').includes(part);
}

interface TestOptions {
  readonly runs: readonly BrowserRun[];
  /** True if tests in Node run too. */
  readonly inNode: boolean;
  /** Parts of the paths of the wanted files, whatever their suite. Empty for all of the suites. */
  readonly wanted: readonly string[];
  readonly suites: readonly Suite[];
}

/** @throws {UsageError} if an option, a browser, a mode or a suite is unknown */
function readArguments(args: string[]): TestOptions | 'help' {
  const wanted: string[] = [];
  const options = readOptions(
    args,
    { browser: String, mode: String, suite: String },
    { onPositional: (text) => wanted.push(text) },
  );
  if (options === 'help') return 'help';
  const hasFiles = wanted.length > 0;
  const { suite = 'quick' } = options;
  const suites = SUITES.filter((each) => each === suite);
  if (suites.length === 0)
    throw new UsageError(`There is no suite ${suite}, but: ${SUITES.join(', ')}.`);
  if (hasFiles && options.suite !== undefined)
    throw new UsageError('--suite can’t be combined with files.');
  const browser = options.browser ?? (hasFiles ? 'chromium' : 'all');
  const mode = options.mode ?? (hasFiles ? 'inline' : 'all');
  const runs = BROWSER_RUNS.filter(
    (run) => [run.browser, 'all'].includes(browser) && [run.mode, 'all'].includes(mode),
  );
  if (runs.length === 0)
    throw new UsageError(
      `There is no run in the browser ${browser} and the mode ${mode}, but: ${BROWSER_RUNS.map((run) => `${run.browser} ${run.mode}`).join(', ')}.`,
    );
  const inNode = options.browser === undefined && options.mode === undefined;
  return { runs, inNode, wanted, suites };
}

await callCommand(HELP, readArguments, async (options) => {
  let isPrinted = false;
  process.once('exit', (code) => {
    // If a signal or a runner ends the process. Nothing else is written now.
    if (!isPrinted) writeSync(process.stdout.fd, `\n${closingLine(counts)}\n`);
    process.exitCode = code || (counts.failed > 0 ? 1 : 0);
  });
  // What was started ends with the process, which a signal alone would end at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  try {
    await main(options);
  } catch (error) {
    console.error(error instanceof NoBrowserError ? error.message : error);
  }
  // Not before all of the report is out: its reader may be slow, and the exit would cut it off.
  await new Promise((resolve) => process.stdout.write(`\n${closingLine(counts)}\n`, resolve));
  isPrinted = true;
  process.exit();
});
