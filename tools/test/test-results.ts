import { relative } from 'node:path';
import { PROJECT } from '../project.js';

/** How many tests passed and failed, in one runner or in all. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** A test that has ended. */
export interface EndedTest {
  readonly file: string;
  /** From the outermost suite to the test. */
  readonly titles: readonly string[];
  readonly passed: boolean;
}

/** What a runner saw of test files. */
export interface TestReport {
  readonly tests: readonly EndedTest[];
  /**
   * Files in which something failed outside a test: one that did not load, a hook of a suite, an error between two tests.
   * Some of their tests may not have run.
   */
  readonly brokenFiles: ReadonlySet<string>;
}

/** Runs one file by itself; of it only the test with these titles, if any are given. */
export type RunAlone = (file: string, titles?: readonly string[]) => Promise<TestReport>;

/** A test that failed; or a file or a whole run, if something failed outside its tests. */
export interface TestFailure {
  /** The runner, the file, and the titles of the test. */
  readonly name: string;
  /** Runs it once more by itself, and counts what ran. */
  readonly runAgain: () => Promise<TestCounts>;
}

/** The results of one runner. */
export interface TestResults {
  readonly passed: number;
  readonly failures: readonly TestFailure[];
  /** Failures that no test can be run again for, such as coverage below its floor. */
  readonly otherFailures: number;
}

/** The results of a runner that failed before its first test. */
export const NOTHING_RAN: TestResults = { passed: 0, failures: [], otherFailures: 1 };

/** @param runner - The name of the runner, if it needs one beside the file's. */
export function resultsOf(
  { tests, brokenFiles }: TestReport,
  runAlone: RunAlone,
  runner?: string,
): TestResults {
  const nameOf = (file: string, ...titles: readonly string[]): string =>
    [...(runner === undefined ? [] : [runner]), relative(PROJECT, file), ...titles].join(' › ');
  const certain = tests.filter(({ file }) => !brokenFiles.has(file));
  return {
    passed: certain.filter(({ passed }) => passed).length,
    failures: [
      ...[...brokenFiles].map((file) => ({
        name: nameOf(file),
        runAgain: async () => countAll(await runAlone(file)),
      })),
      ...certain
        .filter(({ passed }) => !passed)
        .map(({ file, titles }) => ({
          name: nameOf(file, ...titles),
          runAgain: async () => countTest(await runAlone(file, titles), titles),
        })),
    ],
    otherFailures: 0,
  };
}

/** Counts every test of a report, and one failure where something else failed or there was no test. */
export function countAll({ tests, brokenFiles }: TestReport): TestCounts {
  const passed = tests.filter((test) => test.passed).length;
  const failed = tests.length - passed;
  const isBroken = brokenFiles.size > 0 || tests.length === 0;
  return { passed, failed: isBroken ? Math.max(failed, 1) : failed };
}

/** A test whose title is different each time isn't found again, and stays failed. */
function countTest({ tests, brokenFiles }: TestReport, titles: readonly string[]): TestCounts {
  const runs = tests.filter((test) => test.titles.join('\n') === titles.join('\n'));
  const passed = brokenFiles.size === 0 && runs.length > 0 && runs.every((test) => test.passed);
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Formats the line that ends a run of tests. `.ci/run` reads it. */
export function closingLine({ passed, failed }: TestCounts): string {
  return `${passed} passed, ${failed} failed`;
}
