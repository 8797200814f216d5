import type { TestRunnerPlugin } from '@web/test-runner';
import { buildFrame, startFrameOrigin, type FrameOrigin } from '../../demo/frame-origin.js';
import type { Mode } from '../browsers/engines/engine.js';

/** What `executeServerCommand('start-frame', …)` is given. */
export interface FrameRequest {
  /** Where the frame page may send a PIN. */
  readonly endpoints: readonly string[];
}

/**
 * Gives a browser test the frame page on an origin of its own, which takes the runner's pages for its hosts: it resolves to the
 * `frame-src`. All are closed when the runner ends.
 */
export function framePlugin(mode: Mode): TestRunnerPlugin<FrameRequest> {
  const started: Promise<FrameOrigin>[] = [];
  let parent = '';
  return {
    name: 'frame-command',
    async serverStart({ config }) {
      parent = `http://${config.hostname}:${config.port}`;
      // It takes seconds, which are no test's.
      if (mode === 'isolated') await buildFrame();
    },
    async executeCommand({ command, payload }) {
      if (command !== 'start-frame') return undefined;
      if (!payload) throw new Error('start-frame needs { endpoints }');
      const starting = startFrameOrigin({ port: 0, parents: [parent], ...payload });
      started.push(starting);
      const { port } = new URL((await starting).url);
      // Another name of this machine's, and so another site than the runner's.
      return `http://localhost:${port}/`;
    },
    async serverStop() {
      await Promise.all(started.map(async (starting) => (await starting).close()));
    },
  };
}
