/** `npm test`, `npm run test:all` and `npm run test:slow`, or the tests of the files named. */
import { writeSync } from 'node:fs';
import { callCommand, readOptions, UsageError } from '../../src/node/command.js';
import { findFirefox } from '../browsers/engines/find-firefox.js';
import { findWebKit } from '../browsers/engines/webkit.js';
import { findBrowser, findInstalledBrowser, NoBrowserError } from '../browsers/find-browser.js';
import { closingLine, runNodeTests, runPageTests, type TestCounts } from './runners.js';
import {
  nodeFiles,
  PAGE_RUNS,
  pageFiles,
  SUITES,
  type BrowserName,
  type PageGroup,
  type PageRun,
  type Selection,
} from './selection.js';

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
that CHROME_PATH names, or else an installed Chrome or Chromium. Firefox is the program that
FIREFOX_PATH names, or else an installed one. WebKit is WebKitGTK's MiniBrowser, which needs
WebKitWebDriver and Xvfb. On Debian: apt-get install chromium firefox-esr webkit2gtk-driver xvfb.
Tests in a browser that is missing are not run. If CI is set, each missing browser counts as one
failure, and the quick suite also measures which lines of src it runs.

The last line is "N passed, N failed". The exit code is 0 if no test failed, 1 if any failed, and 2
after a usage error.
`;

/** Returns the path of a browser’s program, or `undefined` if it is not installed. */
const PROGRAMS: Readonly<Record<BrowserName, () => Promise<string | undefined>>> = {
  chromium: () => findBrowser(),
  'installed-chromium': () =>
    findInstalledBrowser().catch((error: unknown) => {
      if (!(error instanceof NoBrowserError)) throw error;
      console.error(error.message);
      return undefined;
    }),
  firefox: () => Promise.resolve(findFirefox()),
  webkit: () => Promise.resolve(findWebKit()),
};

/** Files in Node that run at the same time: most tests wait for a program that they started. */
const NODE_FILES_AT_ONCE = 2;

/** Printed last, even if a signal ends the process. */
let counts: TestCounts = { passed: 0, failed: 1 };

async function main({ runs, inNode, selection }: TestOptions): Promise<void> {
  const found = runs
    .map((run) => ({ ...run, files: pageFiles(run, selection) }))
    .filter(({ files }) => files.length > 0);
  const inNodeOnly = inNode ? nodeFiles(selection) : [];
  if (found.length + inNodeOnly.length === 0) {
    console.error(`No test file matches ${selection.parts.join(' ') || 'test/**/*.test.ts'}.`);
    return;
  }
  const results: TestCounts[] = [];
  const groups: PageGroup[] = [];
  for (const run of found) {
    const executablePath = await PROGRAMS[run.browser]();
    if (executablePath !== undefined) groups.push({ ...run, executablePath });
    else {
      console.log(`${run.browser}: not installed, its tests are not run`);
      if (process.env.CI) results.push({ passed: 0, failed: 1 });
    }
  }
  const isWhole = selection.parts.length === 0 && selection.suite === 'quick';
  // Tests in Node start it too.
  process.env.TEST_CHROMIUM = await findBrowser();
  if (selection.suite === 'slow') process.env.FUZZ_CASES = 'all';
  if (isWhole && process.env.CI) process.env.COVERAGE = 'true';

  // Both mostly wait: pages for keys and answers, tests in Node for the programs that they start.
  const pages = groups.length > 0 ? runPageTests(groups) : undefined;
  if (inNodeOnly.length > 0)
    results.push(await runNodeTests(inNodeOnly, NODE_FILES_AT_ONCE, pages));
  if (pages !== undefined) results.push(await pages);
  counts = {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  };
  if (counts.passed + counts.failed === 0) {
    console.error('There was no test in these files.');
    counts = { passed: 0, failed: 1 };
  }
  if (isWhole)
    console.log('Left out: other browsers and slower tests, which npm run test:all runs.');
}

interface TestOptions {
  readonly runs: readonly PageRun[];
  /** True if tests in Node run too. */
  readonly inNode: boolean;
  readonly selection: Selection;
}

/** @throws {UsageError} if an option, a browser, a mode or a suite is unknown */
function readArguments(args: string[]): TestOptions | 'help' {
  const parts: string[] = [];
  const options = readOptions(
    args,
    { browser: String, mode: String, suite: String },
    { onPositional: (text) => parts.push(text) },
  );
  if (options === 'help') return 'help';
  const hasFiles = parts.length > 0;
  const suite = SUITES.find((each) => each === (options.suite ?? 'quick'));
  if (suite === undefined)
    throw new UsageError(`There is no suite ${options.suite}, but: ${SUITES.join(', ')}.`);
  if (hasFiles && options.suite !== undefined)
    throw new UsageError('--suite can’t be combined with files.');
  const browser = options.browser ?? (hasFiles ? 'chromium' : 'all');
  const mode = options.mode ?? (hasFiles ? 'inline' : 'all');
  const runs = PAGE_RUNS.filter(
    (run) => [run.browser, 'all'].includes(browser) && [run.mode, 'all'].includes(mode),
  );
  if (runs.length === 0)
    throw new UsageError(
      `There is no run in the browser ${browser} and the mode ${mode}, but: ${PAGE_RUNS.map((run) => `${run.browser} ${run.mode}`).join(', ')}.`,
    );
  const inNode = options.browser === undefined && options.mode === undefined;
  return { runs, inNode, selection: { parts, suite } };
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
