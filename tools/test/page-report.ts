import { relative } from 'node:path';
import type { Reporter, TestRunnerPlugin, TestSession, TestSuiteResult } from '@web/test-runner';
import { PROJECT } from '../project.js';
import type { TestCounts } from './runners.js';

/**
 * A plugin with the command `leave-out`, by which test files tell what they leave out in a run
 * (`inEngines`, `inModes`), and a reporter that prints that and sends the counts to `runners.ts`.
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
      async stop({ sessions }) {
        for (const line of leftOut) console.log(line);
        // The runner ends the process next.
        await new Promise((sent) => {
          if (process.send) process.send(countsOf(sessions), sent);
          else sent(undefined);
        });
      },
    },
  };
}

function countsOf(sessions: readonly TestSession[]): TestCounts {
  let passed = 0;
  let failed = 0;
  for (const session of sessions) {
    const tests = session.testResults ? testsIn(session.testResults) : [];
    const failures = tests.filter((test) => !test.passed).length;
    passed += tests.length - failures;
    const isBroken = session.errors.length > 0 || (!session.passed && failures === 0);
    failed += failures + (isBroken ? 1 : 0);
  }
  return { passed, failed };
}

function testsIn({ tests, suites }: TestSuiteResult): readonly { readonly passed: boolean }[] {
  return [...tests.filter(({ skipped }) => !skipped), ...suites.flatMap(testsIn)];
}
