import type { TestRunnerPlugin } from '@web/test-runner';
import type { Sandbox, SandboxAddresses, SchemaName } from '../../src/node/sandbox/sandbox.js';

/** Argument of `executeServerCommand('start-sandbox', …)`. */
export interface SandboxRequest {
  /** Defaults to `full`. */
  readonly schema?: SchemaName;
}

/**
 * Adds the command `start-sandbox` for browser tests, which returns the addresses. Each test file
 * gets its own sandbox for each schema, because files run at the same time and must not share
 * cards, clock and log. All sandboxes stop with the runner.
 */
export function sandboxPlugin(): TestRunnerPlugin {
  const started = new Map<string, Promise<Sandbox>>();
  return {
    name: 'sandbox-command',
    async executeCommand({ command, payload, session }) {
      if (command !== 'start-sandbox') return undefined;
      const { schema = 'full' } = (payload ?? {}) as SandboxRequest;
      const key = `${session.id} ${schema}`;
      let starting = started.get(key);
      if (!starting) {
        starting = start(schema);
        started.set(key, starting);
      }
      const { test, live, control } = await starting;
      return { test, live, control: { url: control.url } } satisfies SandboxAddresses;
    },
    async serverStop() {
      await Promise.all([...started.values()].map(async (starting) => (await starting).close()));
    },
  };
}

/** Loads the sandbox on demand: most test files of a filtered run don't need it. */
async function start(schema: SchemaName): Promise<Sandbox> {
  const { startSandbox } = await import('../../src/node/sandbox/sandbox.js');
  return startSandbox({ port: 0, schema });
}
