/** `npm test`: all tests, or those of the files named. */
import { readdirSync, writeSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { callCommand, UsageError } from '../../src/node/command.js';
import { readOptions } from '../../src/node/options.js';
import type { EngineName, Mode } from '../browsers/engines/engine.js';
import { findFirefox } from '../browsers/engines/find-firefox.js';
import { findWebKit } from '../browsers/engines/webkit.js';
import { findBrowser, NoBrowserError } from '../browsers/find-browser.js';
import { countAfterReruns } from './flaky-tests.js';
import { runNodeTests } from './node-tests.js';
import { closingLine, NOTHING_RAN, type TestCounts, type TestResults } from './test-results.js';
import { PROJECT } from '../project.js';

const HELP = `Usage: npm test [-- FILE … --engine NAME --mode NAME]
       npm test -- --part NAME

npm test                             all tests, in each installed engine and in both modes, with the
                                     coverage of src
npm test -- test/tools/builds.test.ts   the named files, in Chromium, inline. A part of the path is
                                     enough: npm test -- builds
npm test -- --engine firefox …       only tests that need a page, in that engine: chromium, firefox,
                                     webkit, or all
npm test -- --mode isolated …        only tests that need a page, in that mode: inline, isolated (in
                                     Chromium), or all
npm test -- --part chromium          one of three parts, which together are all tests: chromium (in
                                     both modes, and the demos), engines (Firefox, WebKit, and all
                                     other tests without a page), leaks (attacks on the PIN)

Chromium is the program that CHROME_PATH names, or else an installed headless shell, or else another
installed Chrome or Chromium, or else the one in the npm package @sparticuz/chromium. Firefox is the
program that FIREFOX_PATH names, or else an installed one. WebKit is WebKitGTK's MiniBrowser, which
needs WebKitWebDriver and Xvfb. On Debian: apt-get install chromium chromium-headless-shell
firefox-esr webkit2gtk-driver xvfb. If Firefox or WebKit is missing, the tests run in the other
engines. If CI is set, each missing engine counts as one failure.

A test that fails runs once more by itself at the end. If it passes then, it is reported as
"flaky: NAME" and counts as passed. More than two flaky tests count as one failure.

The last line is "N passed, N failed". The exit code is 0 if no test failed, 1 if any failed, and 2
after a usage error.
`;

/** A run of the tests that need a page. */
interface BrowserRun {
  readonly engine: EngineName;
  readonly mode: Mode;
}

/** Isolated mode needs Chromium: only its driver can look into a frame. */
const BROWSER_RUNS: readonly BrowserRun[] = [
  { engine: 'chromium', mode: 'inline' },
  { engine: 'chromium', mode: 'isolated' },
  { engine: 'firefox', mode: 'inline' },
  { engine: 'webkit', mode: 'inline' },
];

/** Ends the name of a test file that runs in a page, in every engine. */
const IN_EVERY_ENGINE = '.browser.test.ts';

/**
 * Ends the name of a test file that runs in a page of Chromium only: its subject is the same in
 * every engine.
 */
const IN_CHROMIUM = '.chromium.test.ts';

/** Ends the name of a test file whose subject is also the same in both modes. */
const INLINE = '.inline.test.ts';

const isInPage = (path: string): boolean =>
  [IN_EVERY_ENGINE, IN_CHROMIUM, INLINE].some((ending) => path.endsWith(ending));

/** Tests in Node: those of the demos, attacks on the PIN, and all others. */
type NodePart = 'demo' | 'leaks' | 'others';

function nodePartOf(path: string): NodePart {
  const [folder] = relative(join(PROJECT, 'test'), path).split(sep);
  return folder === 'demo' || folder === 'leaks' ? folder : 'others';
}

/**
 * Parts in Node whose files run together, and how many files at the same time. Most tests wait for
 * a program that they have started, but each of the leak tests keeps a browser busy.
 */
const NODE_RUNS: readonly { readonly parts: readonly NodePart[]; readonly atOnce: number }[] = [
  { parts: ['demo', 'others'], atOnce: 4 },
  { parts: ['leaks'], atOnce: 2 },
];

/** The parts of `--part`: the engines whose tests in pages they run, and tests in Node. */
const PARTS: Readonly<
  Record<string, { readonly engines: readonly EngineName[]; readonly node: readonly NodePart[] }>
> = {
  chromium: { engines: ['chromium'], node: ['demo'] },
  engines: { engines: ['firefox', 'webkit'], node: ['others'] },
  leaks: { engines: [], node: ['leaks'] },
};

/** Printed last, even if a runner ends the process. */
let counts: TestCounts = { passed: 0, failed: 1 };

async function main({ runs, wanted, nodeParts, isWhole }: TestOptions): Promise<void> {
  const testFiles = testFilesOf(wanted);
  const filesOf = ({ engine, mode }: BrowserRun): string[] =>
    testFiles.filter(
      (path) =>
        path.endsWith(IN_EVERY_ENGINE) ||
        (engine === 'chromium' &&
          (path.endsWith(IN_CHROMIUM) || (mode === 'inline' && path.endsWith(INLINE)))),
    );
  const browserRuns = runs.filter((run) => filesOf(run).length > 0);
  const nodeFiles = testFiles.filter(
    (path) => !isInPage(path) && nodeParts.includes(nodePartOf(path)),
  );
  const nodeRuns = NODE_RUNS.map(({ parts, atOnce }) => ({
    atOnce,
    files: nodeFiles.filter((path) => parts.includes(nodePartOf(path))),
  })).filter(({ files }) => files.length > 0);
  if (browserRuns.length + nodeRuns.length === 0) {
    console.error(`No test file matches ${wanted.join(' ') || 'test/**/*.test.ts'}.`);
    return;
  }
  // Tests in Node start it too.
  if (nodeRuns.length > 0 || browserRuns.some(({ engine }) => engine === 'chromium'))
    process.env.CHROME_PATH = await findBrowser();

  const results: TestResults[] = [];
  const runInBrowser = async (run: BrowserRun): Promise<void> => {
    const { engine, mode } = run;
    const executablePath = programOf(engine);
    if (executablePath === undefined) {
      console.log(`${engine}: not installed, its tests are not run`);
      if (process.env.CI) results.push(NOTHING_RAN);
      return;
    }
    console.log(`${engine}, ${mode}: ${executablePath}`);
    const coverage = engine === 'chromium' && isWhole;
    // It loads a runner that takes seconds and that Node's tests don't need.
    const { runBrowserTests } = await import('./browser-tests.js');
    results.push(
      await runBrowserTests({ engine, mode, executablePath, files: filesOf(run), coverage }),
    );
  };
  // Chromium has several files open at a time, which is enough work for all processors. The drivers
  // of the other engines wait half of the time, so Node's tests run beside them.
  const busy = browserRuns.filter(({ engine }) => engine === 'chromium');
  const waiting = browserRuns.filter(({ engine }) => engine !== 'chromium');
  for (const run of busy) await runInBrowser(run);
  const report = new HeldReport();
  await Promise.all([
    (async () => {
      try {
        for (const run of waiting) await runInBrowser(run);
      } finally {
        report.release();
      }
    })(),
    (async () => {
      for (const { files, atOnce } of nodeRuns)
        results.push(await runNodeTests(files, atOnce, report));
    })(),
  ]);
  counts = await countAfterReruns(results);
  if (counts.passed + counts.failed === 0) {
    console.error('There was no test in these files.');
    counts = { passed: 0, failed: 1 };
  }
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

function programOf(engine: EngineName): string | undefined {
  return { chromium: () => process.env.CHROME_PATH, firefox: findFirefox, webkit: findWebKit }[
    engine
  ]();
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
  readonly nodeParts: readonly NodePart[];
  /** Parts of the paths of the wanted files. Empty for all files. */
  readonly wanted: readonly string[];
  /** True if each run has all of its files. */
  readonly isWhole: boolean;
}

/** @throws {UsageError} if an option, an engine, a mode or a part is unknown */
function readArguments(args: string[]): TestOptions | 'help' {
  const wanted: string[] = [];
  const options = readOptions(
    args,
    { engine: String, mode: String, part: String },
    { onPositional: (text) => wanted.push(text) },
  );
  if (options === 'help') return 'help';
  const isWhole = wanted.length === 0;
  if (options.part !== undefined) {
    const part = PARTS[options.part];
    if (part === undefined)
      throw new UsageError(
        `There is no part ${options.part}, but: ${Object.keys(PARTS).join(', ')}.`,
      );
    if (!isWhole || options.engine !== undefined || options.mode !== undefined)
      throw new UsageError('--part can’t be combined with files, --engine or --mode.');
    const runs = BROWSER_RUNS.filter(({ engine }) => part.engines.includes(engine));
    return { runs, nodeParts: part.node, wanted, isWhole };
  }
  const engine = options.engine ?? (isWhole ? 'all' : 'chromium');
  const mode = options.mode ?? (isWhole ? 'all' : 'inline');
  const runs = BROWSER_RUNS.filter(
    (run) => [run.engine, 'all'].includes(engine) && [run.mode, 'all'].includes(mode),
  );
  if (runs.length === 0)
    throw new UsageError(
      `There is no run in the engine ${engine} and the mode ${mode}, but: ${BROWSER_RUNS.map((run) => `${run.engine} ${run.mode}`).join(', ')}.`,
    );
  const isInPageOnly = options.engine !== undefined || options.mode !== undefined;
  return { runs, nodeParts: isInPageOnly ? [] : ['demo', 'leaks', 'others'], wanted, isWhole };
}

await callCommand(HELP, readArguments, async (options) => {
  process.once('exit', (code) => {
    // Past the runner, which holds back what is printed while it runs.
    writeSync(process.stdout.fd, `\n${closingLine(counts)}\n`);
    process.exitCode = code || (counts.failed > 0 ? 1 : 0);
  });
  // What was started ends with the process, which a signal alone would end at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  try {
    await main(options);
  } catch (error) {
    console.error(error instanceof NoBrowserError ? error.message : error);
  }
  process.exit();
});
