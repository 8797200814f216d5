import type { TestRunnerPlugin } from '@web/test-runner';
import type { Sandbox } from '../../src/node/sandbox/sandbox.js';
import type { SchemaName } from '../../src/node/sandbox/schema.js';

/** What `executeServerCommand('start-sandbox', …)` may be given. */
export interface SandboxRequest {
  /** `full` by default. */
  readonly schema?: SchemaName;
}

/** What `executeServerCommand('start-sandbox')` resolves to in a browser test. */
export type SandboxAddresses = Omit<Sandbox, 'close'>;

/**
 * Gives each browser test file that asks for one a sandbox of its own, so that files that run side by side don't see each
 * other's cards, clock and log. Asking again for the same schema gives the same one. All are closed when the runner ends.
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
      return { test, live, control } satisfies SandboxAddresses;
    },
    async serverStop() {
      await Promise.all([...started.values()].map(async (starting) => (await starting).close()));
    },
  };
}

/** Loaded when a test asks for it: most test files of a filtered run need no service. */
async function start(schema: SchemaName): Promise<Sandbox> {
  const { startSandbox } = await import('../../src/node/sandbox/sandbox.js');
  return startSandbox({ port: 0, schema });
}
