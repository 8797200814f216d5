import { relative } from 'node:path';
import type { TestRunnerPlugin } from '@web/test-runner';

/** Collects the tests that test files leave out in a run (`inEngines`, `inModes`). */
export class LeftOut {
  readonly #lines = new Set<string>();

  readonly plugin: TestRunnerPlugin<string> = {
    name: 'left-out',
    executeCommand: ({ command, payload, session }) => {
      if (command !== 'leave-out') return undefined;
      this.#lines.add(`${relative(process.cwd(), session.testFile)}, left out: ${payload}`);
      return true;
    },
  };

  /** @param run - The engine and the mode. */
  print(run: string): void {
    for (const line of this.#lines) console.log(`${run}: ${line}`);
  }
}
