/** `npm test`, `npm run test:all` and `npm run test:slow`, or the tests of the files named. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { callCommand, CommandError, readOptions, UsageError } from '../../src/node/command.js';
import { findFirefox } from '../browsers/engines/find-program.js';
import { findWebKit } from '../browsers/engines/webkit.js';
import { findBrowser, findInstalledBrowser } from '../browsers/find-browser.js';
import { PROJECT } from '../project.js';
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

npm test                             the quick suite, which needs only Node, on Linux x64
npm test -- test/pin/rules.test.ts   the named files, in Chromium, inline. A part of the path is
                                     enough: npm test -- builds
npm test -- --browser firefox …      only tests that need a page, in that browser: chromium,
                                     installed-chromium, firefox, webkit, or all
npm test -- --mode isolated …        only tests that need a page, in that mode: inline, isolated (in
                                     Chromium), or all
npm test -- --suite rest             what the quick suite leaves out: Firefox, WebKit, and files
                                     named *.all.test.ts
npm test -- --suite slow             files named *.slow.test.ts, all cases of generated tests, the
                                     installed Chromium, and the other files in isolated mode

CONTRIBUTING.md lists the browsers that this needs. Tests in a missing browser are not run. If CI is
set, each missing browser counts as one failure, and the quick suite also measures its coverage of
src.

The last line is "N passed, N failed". The exit code is 0 if no test failed, 1 if any failed, and 2
after a usage error.
`;

/** Returns the path of a browser’s program, or `undefined` if it is not installed. */
const PROGRAMS: Readonly<Record<BrowserName, () => Promise<string | undefined>>> = {
  chromium: () => findBrowser(),
  'installed-chromium': () =>
    findInstalledBrowser().catch((error: unknown) => {
      if (!(error instanceof CommandError)) throw error;
      console.error(error.message);
      return undefined;
    }),
  firefox: () => Promise.resolve(findFirefox()),
  webkit: () => Promise.resolve(findWebKit()),
};

/** A time limit in milliseconds, because a file in Node that left something running never ends. */
const FILE_LIMIT = 600_000;

/** Two files at a time, because most tests in Node wait for a program that they started. */
const NODE = ['--import', 'tsx', '--test', '--test-concurrency=2', `--test-timeout=${FILE_LIMIT}`];

const SHARED_PROCESS = join(import.meta.dirname, 'shared-process.ts');

const WTR = join(dirname(createRequire(import.meta.url).resolve('@web/test-runner')), 'bin.js');

interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

async function main({ runs, inNode, selection }: TestOptions): Promise<readonly TestCounts[]> {
  const groups: PageGroup[] = [];
  const results: TestCounts[] = [];
  for (const run of runs) {
    const files = pageFiles(run, selection);
    if (files.length === 0) continue;
    const executablePath = await PROGRAMS[run.browser]();
    if (executablePath !== undefined) groups.push({ ...run, executablePath, files });
    else {
      console.log(`${run.browser} is not installed, so its tests are not run.`);
      if (process.env.CI) results.push({ passed: 0, failed: 1 });
    }
  }
  const isWhole = selection.parts.length === 0 && selection.suite === 'quick';
  // Tests in Node start this browser too.
  process.env.TEST_CHROMIUM = await findBrowser();
  process.env.PAGE_GROUPS = JSON.stringify(groups);
  if (selection.suite === 'slow') process.env.FUZZ_SHARE = '1';
  if (isWhole && process.env.CI) process.env.COVERAGE = 'true';

  // Both mostly wait: pages for keys and responses, and tests in Node for programs that they start.
  const pages = groups.length > 0 ? run(['--import', 'tsx', WTR]) : undefined;
  const { shared, own } = inNode ? nodeFiles(selection) : { shared: [], own: [] };
  process.env.SHARED_FILES = shared.join(delimiter);
  const files = [...(shared.length > 0 ? [SHARED_PROCESS] : []), ...own];
  const spec = '--test-reporter=spec';
  if (files.length > 0) results.push(await run([...NODE, spec, ...files], pages));
  if (pages !== undefined) results.push(await pages);
  if (isWhole)
    console.log('Left out: other browsers and slower tests, which npm run test:all runs.');
  return results;
}

/**
 * Runs a test runner, and returns the counts that it prints. If something failed outside a test,
 * such as a hook, at least one counts as failed.
 *
 * @param until - The report is held back until then.
 */
async function run(args: readonly string[], until?: Promise<unknown>): Promise<TestCounts> {
  const child = spawn(process.execPath, args, {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  let printed = '';
  let isHeld = true;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (!isHeld) process.stdout.write(text);
  });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  await until;
  process.stdout.write(printed);
  isHeld = false;
  const code = await ended;
  process.off('exit', stop);
  // As Node's runner and page-report.ts write them. The last ones are for the whole run.
  const counts = new Map(
    [...printed.matchAll(/ℹ (pass|fail|cancelled) (\d+)/g)].map(([, name, n]) => [name, Number(n)]),
  );
  const failed = (counts.get('fail') ?? 0) + (counts.get('cancelled') ?? 0);
  const isBroken = code !== 0 || !counts.has('pass');
  return { passed: counts.get('pass') ?? 0, failed: Math.max(failed, isBroken ? 1 : 0) };
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
  const suite = SUITES.find((each) => each === (options.suite ?? 'quick'));
  if (suite === undefined)
    throw new UsageError(`Unknown suite: ${options.suite}. Use one of ${SUITES.join(', ')}.`);
  const hasFiles = parts.length > 0;
  const browser = options.browser ?? (hasFiles ? 'chromium' : 'all');
  const mode = options.mode ?? (hasFiles ? 'inline' : 'all');
  const runs = PAGE_RUNS.filter(
    (run) => [run.browser, 'all'].includes(browser) && [run.mode, 'all'].includes(mode),
  );
  if (runs.length === 0)
    throw new UsageError(`There are no tests in the browser ${browser} in ${mode} mode.`);
  const inNode = options.browser === undefined && options.mode === undefined;
  return { runs, inNode, selection: { parts, suite } };
}

await callCommand(HELP, readArguments, async (options) => {
  // Exit on a signal, so that the `exit` listeners end the child processes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const results = await main(options).catch((error: unknown) => {
    console.error(error instanceof CommandError ? error.message : error);
    return [];
  });
  const passed = results.reduce((sum, each) => sum + each.passed, 0);
  const failures = results.reduce((sum, each) => sum + each.failed, 0);
  // A run without any test is a mistake.
  const failed = passed === 0 ? Math.max(failures, 1) : failures;
  if (passed + failures === 0) console.error('No test matched.');
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
});
