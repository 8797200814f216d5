import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import {
  defaultReporter,
  type CoverageConfig,
  startTestRunner,
  type TestRunnerConfig,
  type TestSession,
  type TestSuiteResult,
} from '@web/test-runner';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { chromium } from './engines/chromium.js';
import type { EngineName, Mode, RunningEngine } from './engines/engine.js';
import { firefox } from './engines/firefox.js';
import { webkit } from './engines/webkit.js';
import { framePlugin } from './frame-plugin.js';
import { freePort } from './free-port.js';
import { graphqlRequestPartsPlugin } from './graphql-request-parts.js';
import { LeftOut } from './left-out.js';
import { loopbackPlugin } from './loopback-plugin.js';
import { sandboxPlugin } from './sandbox-plugin.js';
import type { TestCounts } from './test-counts.js';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** The least percentage of the lines that the browser tests must run. */
const COVERAGE_FLOOR = 95;

/**
 * What each mode's run is to cover: the host's side of isolated mode is idle in the other. A frame's own script is a build, whose lines
 * are no lines of `src`.
 */
const COVERED = {
  inline: { include: ['src/**/*.ts'], exclude: ['src/frame/**'] },
  isolated: { include: ['src/frame/**/*.ts'] },
} satisfies Record<Mode, CoverageConfig>;

/** Milliseconds for one test, which would otherwise wait for ever for what never comes. */
const TEST_LIMIT = 30_000;

/** Milliseconds for a file. */
const FILE_LIMIT = 300_000;

export interface BrowserTestOptions {
  readonly engine: EngineName;
  readonly mode: Mode;
  /** The browser's program. */
  readonly executablePath: string;
  /** Absolute paths of the test files. */
  readonly files: readonly string[];
  /** Measure coverage and hold it against the floor: only for a run of all files. */
  readonly coverage: boolean;
}

/** Runs the tests that need a page, in one engine, and prints what they say. A missed coverage floor counts as one failure. */
export async function runBrowserTests(options: BrowserTestOptions): Promise<TestCounts> {
  const engine = await ENGINES[options.engine](options.executablePath);
  try {
    return await runIn(engine, options);
  } finally {
    engine.stop();
  }
}

const ENGINES = { chromium, firefox, webkit } satisfies Record<
  EngineName,
  (executablePath: string) => RunningEngine | Promise<RunningEngine>
>;

async function runIn(engine: RunningEngine, options: BrowserTestOptions): Promise<TestCounts> {
  const leftOut = new LeftOut();
  const runner = await startTestRunner({
    config: await configOf(engine, leftOut, options),
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  // It printed why, and ends the process.
  if (!runner) return { passed: 0, failed: 1 };
  const allRight = await new Promise<boolean>((resolve) => runner.on('stopped', resolve));
  leftOut.print(`${engine.launcher.name}, ${options.mode},`);
  const counts = countSessions([...runner.sessions.all()]);
  if (allRight || counts.failed > 0) return counts;
  if (options.coverage) {
    console.error(
      `Less than ${COVERAGE_FLOOR} % of the lines were run: see coverage/${options.mode}/.`,
    );
  }
  return { ...counts, failed: 1 };
}

async function configOf(
  engine: RunningEngine,
  leftOut: LeftOut,
  options: BrowserTestOptions,
): Promise<TestRunnerConfig> {
  return {
    rootDir: PROJECT,
    hostname: '127.0.0.1',
    // The runner itself would take the first free port from 8000 on, and two runs at a time the same one.
    port: await freePort(),
    files: [...options.files],
    nodeResolve: true,
    concurrency: engine.concurrency,
    browsers: [engine.launcher],
    plugins: [
      loopbackPlugin(),
      graphqlRequestPartsPlugin(),
      esbuildPlugin({
        ts: true,
        target: 'es2022',
        tsconfig: `${PROJECT}tsconfig.json`,
        define: {
          'process.env.ENGINE': JSON.stringify(options.engine),
          'process.env.MODE': JSON.stringify(options.mode),
          'process.env.FUZZ_SEED': process.env.FUZZ_SEED ?? 'undefined',
        },
      }),
      a11ySnapshotPlugin(),
      ...engine.plugins,
      leftOut.plugin,
      sandboxPlugin(),
      framePlugin(options.mode),
    ],
    testFramework: { config: { timeout: TEST_LIMIT } },
    testsFinishTimeout: FILE_LIMIT,
    filterBrowserLogs: ({ args }) => !args.some(isLitNotice),
    reporters: [defaultReporter({ reportTestResults: true, reportTestProgress: true })],
    coverage: options.coverage,
    coverageConfig: {
      ...COVERED[options.mode],
      threshold: { lines: COVERAGE_FLOOR, statements: 0, branches: 0, functions: 0 },
      reportDir: `${PROJECT}coverage/${options.mode}`,
      reporters: ['lcovonly', 'text'],
    },
  };
}

function isLitNotice(argument: unknown): boolean {
  return typeof argument === 'string' && argument.startsWith('Lit is in dev mode');
}

/** A file that did not load, or broke outside of its tests, counts as one failed test. */
function countSessions(sessions: readonly TestSession[]): TestCounts {
  let passed = 0;
  let failed = 0;
  const countSuite = (suite: TestSuiteResult): void => {
    for (const test of suite.tests) {
      if (test.passed) passed += 1;
      else if (!test.skipped) failed += 1;
    }
    suite.suites.forEach(countSuite);
  };
  for (const session of sessions) {
    const failedBefore = failed;
    if (session.testResults) countSuite(session.testResults);
    if (!session.passed && failed === failedBefore) failed += 1;
  }
  return { passed, failed };
}
