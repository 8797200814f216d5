import type { TestRunnerPlugin } from '@web/test-runner';
import { buildFrame, startFrameOrigin, type FrameOrigin } from '../../demo/frame-origin.js';

/** Argument of `executeServerCommand('start-frame', …)`. */
export interface FrameRequest {
  /** Endpoints to which the frame page may send a PIN. */
  readonly endpoints: readonly string[];
}

/**
 * Adds the command `start-frame` for browser tests. It serves the frame page on a new origin,
 * allows the runner's pages as its hosts, and resolves to the `frame-src`. All servers stop with
 * the runner.
 */
export function framePlugin(isNeeded: boolean): TestRunnerPlugin<FrameRequest> {
  const started: Promise<FrameOrigin>[] = [];
  let parent = '';
  return {
    name: 'frame-command',
    async serverStart({ config }) {
      parent = `http://${config.hostname}:${config.port}`;
      // The build takes seconds, which would count against the first test's timeout.
      if (isNeeded) await buildFrame();
    },
    async executeCommand({ command, payload }) {
      if (command !== 'start-frame') return undefined;
      if (!payload) throw new Error('start-frame needs { endpoints }');
      const starting = startFrameOrigin({ port: 0, parents: [parent], ...payload });
      started.push(starting);
      const { port } = new URL((await starting).url);
      // The runner is at 127.0.0.1. Another host name puts the frame page on another site.
      return `http://localhost:${port}/`;
    },
    async serverStop() {
      await Promise.all(started.map(async (starting) => (await starting).close()));
    },
  };
}
