import { relative } from 'node:path';
import { PROJECT } from '../project.js';

/** Numbers of passed and failed tests, in one runner or in all. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

export interface EndedTest {
  readonly file: string;
  /** Titles from the outermost suite to the test. */
  readonly titles: readonly string[];
  readonly passed: boolean;
}

/** A runner's report on test files. */
export interface TestReport {
  readonly tests: readonly EndedTest[];
  /**
   * Files in which something failed outside a test: the file did not load, a hook of a suite
   * failed, or an error was thrown between two tests. Some of their tests may not have run.
   */
  readonly brokenFiles: ReadonlySet<string>;
}

/** Runs one file by itself, or only its test with these titles. */
export type RunAlone = (file: string, titles?: readonly string[]) => Promise<TestReport>;

/** A failed test, or a file or a whole run in which something failed outside a test. */
export interface TestFailure {
  /** Names of the runner and the file, and titles of the test. */
  readonly name: string;
  /** Runs it once more by itself, and returns the counts. */
  readonly runAgain: () => Promise<TestCounts>;
}

/** Results of one runner. */
export interface TestResults {
  readonly passed: number;
  readonly failures: readonly TestFailure[];
  /** Failures that can't be run again, such as coverage below its floor. */
  readonly otherFailures: number;
}

/** Results of a runner that failed before its first test. */
export const NOTHING_RAN: TestResults = { passed: 0, failures: [], otherFailures: 1 };

/**
 * Turns a report into results.
 *
 * @param runner - Name of the runner, for the names of the failures. None by default.
 */
export function resultsOf(
  { tests, brokenFiles }: TestReport,
  runAlone: RunAlone,
  runner?: string,
): TestResults {
  const nameOf = (file: string, ...titles: readonly string[]): string =>
    [...(runner === undefined ? [] : [runner]), relative(PROJECT, file), ...titles].join(' › ');
  const inIntactFiles = tests.filter(({ file }) => !brokenFiles.has(file));
  return {
    passed: inIntactFiles.filter(({ passed }) => passed).length,
    failures: [
      ...[...brokenFiles].map((file) => ({
        name: nameOf(file),
        runAgain: async () => countAll(await runAlone(file)),
      })),
      ...inIntactFiles
        .filter(({ passed }) => !passed)
        .map(({ file, titles }) => ({
          name: nameOf(file, ...titles),
          runAgain: async () => countTest(await runAlone(file, titles), titles),
        })),
    ],
    otherFailures: 0,
  };
}

/**
 * Counts the tests of a report. A broken file, or a report without tests, counts as at least one
 * failure.
 */
export function countAll({ tests, brokenFiles }: TestReport): TestCounts {
  const passed = tests.filter((test) => test.passed).length;
  const failed = tests.length - passed;
  const isBroken = brokenFiles.size > 0 || tests.length === 0;
  return { passed, failed: isBroken ? Math.max(failed, 1) : failed };
}

/** Counts the rerun of a test. It fails if no test has these titles any more. */
function countTest({ tests, brokenFiles }: TestReport, titles: readonly string[]): TestCounts {
  const runs = tests.filter((test) => test.titles.join('\n') === titles.join('\n'));
  const passed = brokenFiles.size === 0 && runs.length > 0 && runs.every((test) => test.passed);
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Returns the last line of a test run. `.ci/run` reads it. */
export function closingLine({ passed, failed }: TestCounts): string {
  return `${passed} passed, ${failed} failed`;
}
