/** How many tests passed and failed, of one runner or of all. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** The line that ends a run of tests, for people and for whatever counts them. */
export function closingLine({ passed, failed }: TestCounts): string {
  return `${passed} passed, ${failed} failed`;
}
