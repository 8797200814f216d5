/** Numbers of passed and failed tests, in one runner or in all. */
export interface TestCounts {
  readonly passed: number;
  /**
   * A file counts as one more failure if something failed outside a test: the file did not load, a
   * hook of a suite failed, or an error was thrown between two tests.
   */
  readonly failed: number;
}

/** Returns the last line of a test run. `.ci/run` reads it. */
export function closingLine({ passed, failed }: TestCounts): string {
  return `${passed} passed, ${failed} failed`;
}
