import type { Reporter, TestResult, TestSuiteResult } from '@web/test-runner';

/** Prints the counts as Node does. */
export const pageReport: Reporter = {
  stop({ sessions }) {
    const all = sessions.map(({ passed, testResults }) => {
      const tests = testResults ? testsIn(testResults) : [];
      const failures = tests.filter((test) => !test.passed).length;
      // A file that did not load has no tests.
      return { passes: tests.length - failures, failures: failures || (passed ? 0 : 1) };
    });
    console.log(`ℹ pass ${all.reduce((sum, { passes }) => sum + passes, 0)}`);
    console.log(`ℹ fail ${all.reduce((sum, { failures }) => sum + failures, 0)}`);
  },
};

function testsIn({ tests, suites }: TestSuiteResult): readonly TestResult[] {
  return [...tests.filter(({ skipped }) => !skipped), ...suites.flatMap(testsIn)];
}
