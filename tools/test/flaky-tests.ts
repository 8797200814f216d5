import type { TestCounts, TestResults } from './test-results.js';

/** Flaky tests that a run may have and still pass. `.ci/run` allows as many in all its steps together. */
const MOST_FLAKY = 2;

/** Failures that are run again. More are no accident, and would take minutes. */
const MOST_RERUNS = 10;

/**
 * Runs each failed test once more by itself, and counts it as passed if it passes then. Prints a line `flaky: NAME` for each
 * of these. Too many of them count as one failure.
 *
 * @param results - What each runner reported. All of them must have ended, so that nothing else is running.
 */
export async function countAfterReruns(results: readonly TestResults[]): Promise<TestCounts> {
  const failures = results.flatMap((result) => result.failures);
  let passed = sum(results.map((result) => result.passed));
  let failed = sum(results.map((result) => result.otherFailures));
  if (failures.length > MOST_RERUNS) {
    print(`\n${failures.length} failures: too many to run each again by itself`);
    return { passed, failed: failed + failures.length };
  }
  const flaky: string[] = [];
  for (const { name, runAgain } of failures) {
    print(`\nFailed, and now run again by itself: ${name}`);
    const again = await runAgain().catch((error: unknown) => {
      console.error(error);
      return { passed: 0, failed: 1 };
    });
    passed += again.passed;
    failed += again.failed;
    if (again.failed === 0) flaky.push(name);
  }
  for (const name of flaky) print(`flaky: ${name}`);
  if (flaky.length > MOST_FLAKY) {
    print(`${flaky.length} flaky tests, where ${MOST_FLAKY} are allowed`);
    failed += 1;
  }
  return { passed, failed };
}

/** Writes past `console`, which the test runner for pages replaces: it would drop what is printed right before the exit. */
function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
