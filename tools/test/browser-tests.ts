import {
  defaultReporter,
  startTestRunner,
  type TestRunnerConfig,
  type TestSession,
  type TestSuiteResult,
} from '@web/test-runner';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { chromium } from '../browsers/engines/chromium.js';
import {
  PAGE_TIMEOUT,
  type EngineName,
  type Mode,
  type RunningEngine,
} from '../browsers/engines/engine.js';
import { keepCoverageOf } from '../browsers/engines/coverage.js';
import { firefox } from '../browsers/engines/firefox.js';
import { webkit } from '../browsers/engines/webkit.js';
import { BUNDLED_SOURCES, bundledTestsPlugin } from './bundled-tests-plugin.js';
import { framePlugin } from './frame-plugin.js';
import { freePort } from '../browsers/free-port.js';
import { LOCALE_TAGS } from '../build/locales.js';
import { LeftOut } from './left-out.js';
import { loopbackPlugin } from './loopback-plugin.js';
import { sandboxPlugin } from './sandbox-plugin.js';
import type { TestCounts } from './test-results.js';
import { PROJECT } from '../project.js';

/** Lowest percentage of lines that the browser tests may run. */
const COVERAGE_FLOOR = 95;

/**
 * Files whose coverage is measured in each mode. Inline mode doesn't use the code of isolated mode.
 * In isolated mode the frame page runs a build, so only the code of the host page is measured.
 */
const COVERED = {
  inline: (path) => path.startsWith('src/') && !path.startsWith('src/isolated/'),
  isolated: (path) => path.startsWith('src/isolated/'),
} satisfies Record<Mode, (path: string) => boolean>;

/** Modules that `languages.chromium.test.ts` imports by their tags. */
const LANGUAGES = LOCALE_TAGS.map((tag) => `${PROJECT}src/locales/${tag}.ts`);

/** Milliseconds for one test. Without a limit, a test could wait forever. */
const TEST_TIMEOUT = 30_000;

/** Milliseconds for a file. */
const FILE_TIMEOUT = 300_000;

export interface BrowserTestOptions {
  readonly engine: EngineName;
  readonly mode: Mode;
  /** Path of the browser's program. */
  readonly executablePath: string;
  /** Absolute paths of the test files. */
  readonly files: readonly string[];
  /** Measures the coverage and fails below the floor. Only for a run of all files. */
  readonly coverage: boolean;
}

/** Runs the tests that need a page, in one engine, and prints its report. */
export async function runBrowserTests(options: BrowserTestOptions): Promise<TestCounts> {
  const engine = await ENGINES[options.engine](options.executablePath);
  if (options.coverage) keepCoverageOf(COVERED[options.mode], engine.launcher);
  try {
    const leftOut = new LeftOut();
    const runner = await startTestRunner({
      config: await configOf(engine, leftOut, options),
      readCliArgs: false,
      readFileConfig: false,
      autoExitProcess: false,
    });
    if (!runner) throw new Error('The test runner did not start. The reason is printed above.');
    let lacksCoverage = false;
    runner.on('test-run-finished', ({ testCoverage }) => {
      lacksCoverage = testCoverage?.passed === false;
    });
    await new Promise((resolve) => runner.on('stopped', resolve));
    leftOut.print(`${engine.launcher.name}, ${options.mode}`);
    const { passed, failed } = countsOf([...runner.sessions.all()]);
    if (!lacksCoverage) return { passed, failed };
    console.error(
      `The tests run less than ${COVERAGE_FLOOR} % of the lines: see coverage/${options.mode}/.`,
    );
    return { passed, failed: failed + 1 };
  } finally {
    engine.stop();
  }
}

const ENGINES = { chromium, firefox, webkit } satisfies Record<
  EngineName,
  (executablePath: string) => RunningEngine | Promise<RunningEngine>
>;

async function configOf(
  engine: RunningEngine,
  leftOut: LeftOut,
  options: BrowserTestOptions,
): Promise<TestRunnerConfig> {
  return {
    rootDir: PROJECT,
    hostname: '127.0.0.1',
    // By default the runner takes the first free port from 8000 on. Two runs at the same time would
    // take the same one.
    port: await freePort(),
    files: [...options.files],
    concurrency: engine.concurrency,
    browsers: [engine.launcher],
    plugins: [
      loopbackPlugin(),
      await bundledTestsPlugin([...options.files, ...LANGUAGES], {
        'process.env.ENGINE': JSON.stringify(options.engine),
        'process.env.MODE': JSON.stringify(options.mode),
        'process.env.LOCALE_TAGS': JSON.stringify(LOCALE_TAGS.join(' ')),
        'process.env.FUZZ_SEED': process.env.FUZZ_SEED ?? 'undefined',
        'process.env.FUZZ_CASES': JSON.stringify(process.env.FUZZ_CASES ?? ''),
      }),
      a11ySnapshotPlugin(),
      ...engine.plugins,
      leftOut.plugin,
      sandboxPlugin(),
      framePlugin(options.mode),
    ],
    testFramework: { config: { timeout: TEST_TIMEOUT } },
    browserStartTimeout: PAGE_TIMEOUT,
    testsFinishTimeout: FILE_TIMEOUT,
    filterBrowserLogs: ({ args }) => !args.some(isExpected),
    reporters: [defaultReporter({ reportTestResults: true, reportTestProgress: true })],
    coverage: options.coverage,
    coverageConfig: {
      ...BUNDLED_SOURCES,
      threshold: { lines: COVERAGE_FLOOR, statements: 0, branches: 0, functions: 0 },
      reportDir: `${PROJECT}coverage/${options.mode}`,
      reporters: ['lcovonly', 'text'],
    },
  };
}

/** Returns whether Lit says that it is in dev mode, or the element explains a mistake of a test. */
function isExpected(argument: unknown): boolean {
  return typeof argument === 'string' && /^(Lit is in dev mode|set-card-pin: )/.test(argument);
}

function countsOf(sessions: readonly TestSession[]): TestCounts {
  let passed = 0;
  let failed = 0;
  for (const session of sessions) {
    const tests = session.testResults ? testsIn(session.testResults) : [];
    const failures = tests.filter((test) => !test.passed).length;
    passed += tests.length - failures;
    const isBroken = session.errors.length > 0 || (!session.passed && failures === 0);
    failed += failures + (isBroken ? 1 : 0);
  }
  return { passed, failed };
}

function testsIn({ tests, suites }: TestSuiteResult): readonly { readonly passed: boolean }[] {
  return [...tests.filter(({ skipped }) => !skipped), ...suites.flatMap(testsIn)];
}
