import type { TestRunnerPlugin } from '@web/test-runner';
import { buildFrame, startFrameOrigin, type FrameOrigin } from '../../demo/frame-origin.js';
import {
  startSandbox,
  type Sandbox,
  type SandboxAddresses,
} from '../../src/node/sandbox/sandbox.js';
import { mintClientToken } from '../../src/node/server/mint-client-token.js';

/**
 * Adds commands with which browser tests start servers. The servers stop with the runner.
 *
 * - `start-sandbox` returns the addresses of the test file's sandbox. Each file has its own,
 *   because files run at the same time and must not share cards, clock and log.
 * - `mint-token` returns a client token for a card in that sandbox.
 * - `start-frame` serves the frame page on a new origin, allows the runner's pages as its hosts and
 *   one endpoint, and returns the `frame-src`.
 */
export function serversPlugin(needsFrame: boolean): TestRunnerPlugin<string> {
  const sandboxes = new Map<string, Promise<Sandbox>>();
  const frames: Promise<FrameOrigin>[] = [];
  let parent = '';
  return {
    name: 'servers',
    async serverStart({ config }) {
      parent = `http://${config.hostname}:${config.port}`;
      // The build takes seconds, which would count against the first test's timeout.
      if (needsFrame) await buildFrame();
    },
    async executeCommand({ command, payload = '', session: { id } }) {
      if (command === 'start-sandbox') {
        const starting = sandboxes.get(id) ?? startSandbox({ port: 0 });
        sandboxes.set(id, starting);
        const { test, live, control } = await starting;
        return { test, live, control: { url: control.url } } satisfies SandboxAddresses;
      }
      if (command === 'mint-token') {
        const { url: endpoint, apiKey } = (await sandboxes.get(id)!).test;
        return mintClientToken(payload, { endpoint, apiKey });
      }
      if (command !== 'start-frame') return undefined;
      const starting = startFrameOrigin({ port: 0, parents: [parent], endpoints: [payload] });
      frames.push(starting);
      const { port } = new URL((await starting).url);
      // The runner is at 127.0.0.1. A different host name puts the frame page on a different site.
      return `http://localhost:${port}/`;
    },
    async serverStop() {
      const servers = await Promise.all([...sandboxes.values(), ...frames]);
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
