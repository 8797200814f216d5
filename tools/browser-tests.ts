import { createServer, type AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import {
  chromeLauncher,
  defaultReporter,
  startTestRunner,
  type TestRunnerConfig,
  type TestSession,
  type TestSuiteResult,
} from '@web/test-runner';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { cdpPlugin } from './cdp-plugin.js';
import { graphqlRequestPartsPlugin } from './graphql-request-parts.js';
import { browserFlags } from './launch-browser.js';
import { loopbackPlugin } from './loopback-plugin.js';
import { sandboxPlugin } from './sandbox-plugin.js';
import type { TestCounts } from './test-counts.js';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** The least percentage of the lines of `src` that the browser tests must run. */
const COVERAGE_FLOOR = 95;

/** Milliseconds for one test. */
const TEST_LIMIT = 8_000;

export interface BrowserTestOptions {
  /** The browser's program. */
  readonly executablePath: string;
  /** Absolute paths of the test files. */
  readonly files: readonly string[];
  /** Measure coverage and hold it against the floor: only for a run of all files. */
  readonly coverage: boolean;
}

/** Runs the tests that need a page, in Chromium, and prints what they say. A missed coverage floor counts as one failure. */
export async function runBrowserTests(options: BrowserTestOptions): Promise<TestCounts> {
  const runner = await startTestRunner({
    config: await configOf(options),
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  // It printed why, and ends the process.
  if (!runner) return { passed: 0, failed: 1 };
  const allRight = await new Promise<boolean>((resolve) => runner.on('stopped', resolve));
  const counts = countSessions([...runner.sessions.all()]);
  if (allRight || counts.failed > 0) return counts;
  if (options.coverage) {
    console.error(`Less than ${COVERAGE_FLOOR} % of the lines of src were run: see coverage/.`);
  }
  return { ...counts, failed: 1 };
}

async function configOf(options: BrowserTestOptions): Promise<TestRunnerConfig> {
  return {
    rootDir: PROJECT,
    hostname: '127.0.0.1',
    port: await freePort(),
    files: [...options.files],
    nodeResolve: true,
    // A test waits most of the time, for keys to arrive and answers to come.
    concurrency: Math.max(2, Math.floor(cpus().length / 2)),
    browsers: [chromium(options.executablePath)],
    plugins: [
      loopbackPlugin(),
      graphqlRequestPartsPlugin(),
      esbuildPlugin({
        ts: true,
        target: 'es2022',
        tsconfig: `${PROJECT}tsconfig.json`,
        define: { 'process.env.FUZZ_SEED': process.env.FUZZ_SEED ?? 'undefined' },
      }),
      a11ySnapshotPlugin(),
      cdpPlugin(),
      sandboxPlugin(),
    ],
    testFramework: { config: { timeout: TEST_LIMIT } },
    filterBrowserLogs: ({ args }) => !args.some(isLitNotice),
    reporters: [defaultReporter({ reportTestResults: true, reportTestProgress: true })],
    coverage: options.coverage,
    coverageConfig: {
      include: ['src/**/*.ts'],
      threshold: { lines: COVERAGE_FLOOR, statements: 0, branches: 0, functions: 0 },
      reportDir: `${PROJECT}coverage`,
      reporters: ['lcovonly', 'text'],
    },
  };
}

/**
 * One browser, a page for each file that runs at the time. Every page believes it has the focus, as typing and
 * `document.hasFocus()` would otherwise work in one of them only.
 */
function chromium(executablePath: string): ReturnType<typeof chromeLauncher> {
  return chromeLauncher({
    launchOptions: { executablePath, headless: true, args: [...browserFlags] },
    async createPage({ browser }) {
      // Storage of its own too.
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.emulateFocusedPage(true);
      // The page is used for another file later, which should not inherit a dark scheme.
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame() && frame.url() === 'about:blank') {
          void page.emulateMediaFeatures([]).catch(() => undefined);
        }
      });
      return page;
    },
  });
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

/** The runner itself would take the first free port from 8000 on, and two runs at a time the same one. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
