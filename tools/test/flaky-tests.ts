import type { TestCounts, TestResults } from './test-results.js';

/**
 * Flaky tests that a run may have and still pass. `.ci/run` allows the same number in all its
 * steps together.
 */
const MOST_FLAKY = 2;

/**
 * Failures that are run again. If there are more, chance isn't the cause, and reruns take minutes.
 */
const MOST_RERUNS = 10;

/**
 * Runs each failed test once more by itself. If it passes then, it counts as passed and a line
 * `flaky: NAME` is printed. Too many flaky tests count as one failure.
 *
 * @param results - Results of all runners. All must have ended, so that nothing else is running.
 */
export async function countAfterReruns(results: readonly TestResults[]): Promise<TestCounts> {
  const failures = results.flatMap((result) => result.failures);
  let passed = sum(results.map((result) => result.passed));
  let failed = sum(results.map((result) => result.otherFailures));
  if (failures.length > MOST_RERUNS) {
    print(`\n${failures.length} tests failed: too many to run again`);
    return { passed, failed: failed + failures.length };
  }
  const flaky: string[] = [];
  for (const { name, runAgain } of failures) {
    print(`\nRunning a failed test again by itself: ${name}`);
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
    print(`${flaky.length} flaky tests; at most ${MOST_FLAKY} are allowed`);
    failed += 1;
  }
  return { passed, failed };
}

/**
 * Prints without `console`. The test runner for pages replaces it, and drops lines that are printed
 * right before the exit.
 */
function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
