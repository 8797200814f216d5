import { relative } from 'node:path';
import type { TestRunnerPlugin } from '@web/test-runner';

/** Tests that an engine can't run, as the test files say themselves (`inEngines`). */
export class LeftOut {
  readonly #told = new Set<string>();

  readonly plugin: TestRunnerPlugin<string> = {
    name: 'left-out',
    executeCommand: ({ command, payload, session }) => {
      if (command !== 'leave-out') return undefined;
      this.#told.add(`${relative(process.cwd(), session.testFile)}: ${payload}`);
      return true;
    },
  };

  print(engine: string): void {
    for (const line of this.#told) console.log(`${engine} leaves out some of ${line}`);
  }
}
