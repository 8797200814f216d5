import type { TestRunnerPlugin } from '@web/test-runner';
import type { Sandbox, SandboxAddresses } from '../../src/node/sandbox/sandbox.js';

/**
 * Adds the command `start-sandbox` for browser tests, which returns the addresses. Each test file
 * gets its own sandbox, because files run at the same time and must not share cards, clock and log.
 * All sandboxes stop with the runner.
 */
export function sandboxPlugin(): TestRunnerPlugin {
  const started = new Map<string, Promise<Sandbox>>();
  return {
    name: 'sandbox-command',
    async executeCommand({ command, session }) {
      if (command !== 'start-sandbox') return undefined;
      const starting = started.get(session.id) ?? start();
      started.set(session.id, starting);
      const { test, live, control } = await starting;
      return { test, live, control: { url: control.url } } satisfies SandboxAddresses;
    },
    async serverStop() {
      await Promise.all([...started.values()].map(async (starting) => (await starting).close()));
    },
  };
}

/** Loads the sandbox on demand: most test files of a filtered run don't need it. */
async function start(): Promise<Sandbox> {
  const { startSandbox } = await import('../../src/node/sandbox/sandbox.js');
  return startSandbox({ port: 0 });
}
