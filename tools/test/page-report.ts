import { relative } from 'node:path';
import type { Reporter, TestResult, TestRunnerPlugin, TestSuiteResult } from '@web/test-runner';
import { PROJECT } from '../project.js';

/**
 * A plugin with the command `leave-out`, with which test files report the tests that they leave out
 * in a run (`inEngines`, `inModes`), and a reporter that prints them and the counts, as Node does.
 */
export function pageReport(): { readonly plugin: TestRunnerPlugin<string>; reporter: Reporter } {
  const leftOut = new Set<string>();
  return {
    plugin: {
      name: 'left-out',
      executeCommand: ({ command, payload, session }) => {
        if (command !== 'leave-out') return undefined;
        const file = relative(PROJECT, session.testFile);
        leftOut.add(`${session.group.name}: ${file}, left out: ${payload}`);
        return true;
      },
    },
    reporter: {
      stop({ sessions }) {
        for (const line of leftOut) console.log(line);
        const all = sessions.map(({ passed, testResults }) => {
          const tests = testResults ? testsIn(testResults) : [];
          const failures = tests.filter((test) => !test.passed).length;
          // A file that did not load has no tests.
          return { passes: tests.length - failures, failures: failures || (passed ? 0 : 1) };
        });
        console.log(`ℹ pass ${all.reduce((sum, { passes }) => sum + passes, 0)}`);
        console.log(`ℹ fail ${all.reduce((sum, { failures }) => sum + failures, 0)}`);
      },
    },
  };
}

function testsIn({ tests, suites }: TestSuiteResult): readonly TestResult[] {
  return [...tests.filter(({ skipped }) => !skipped), ...suites.flatMap(testsIn)];
}
