import type { TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';

type Page = ReturnType<ChromeLauncher['getPage']>;
type CdpSession = Awaited<ReturnType<Page['createCDPSession']>>;

/** Of each place where scripts run, as the protocol numbers them, the origin. */
type Worlds = Map<number, string>;

/** What a test sends: a method of the Chrome DevTools Protocol and its parameters. */
export interface CdpCommand {
  readonly method: Parameters<CdpSession['send']>[0];
  readonly params?: Record<string, unknown>;
}

/**
 * Lets a browser test call the Chrome DevTools Protocol on its own page:
 * `await executeServerCommand('cdp', { method: 'Network.setBlockedURLs', params: { … } })`.
 * It resolves to the protocol's answer. (To lose the network use `Network.setBlockedURLs`: offline emulation cuts the
 * page off from the runner too, for good.) What a test file set this way ends with the file, as the runner uses a page again.
 *
 * `await executeServerCommand('evaluate-in-frames', { expression })` runs a script in the frames of other origins, as if it were theirs,
 * and resolves to what it promises in each.
 */
export function cdpPlugin(): TestRunnerPlugin<CdpCommand & { readonly expression: string }> {
  const opened = new WeakMap<Page, Promise<CdpSession>>();
  const watched = new WeakMap<CdpSession, Worlds>();

  async function worldsOf(session: CdpSession): Promise<Worlds> {
    let worlds = watched.get(session);
    if (!worlds) {
      worlds = watchWorlds(session);
      watched.set(session, worlds);
    }
    // With its answer, the first and every further one, all is told that has come to be until then.
    await session.send('Runtime.enable');
    return worlds;
  }

  function sessionOf(page: Page): Promise<CdpSession> {
    let session = opened.get(page);
    if (!session) {
      session = page.createCDPSession();
      opened.set(page, session);
      endAtBlankPage(page, session);
    }
    return session;
  }

  /** The runner leaves a finished test file for `about:blank`; overrides last as long as the session that made them. */
  function endAtBlankPage(page: Page, session: Promise<CdpSession>): void {
    page.on('framenavigated', function end(frame) {
      if (frame !== page.mainFrame() || frame.url() !== 'about:blank') return;
      page.off('framenavigated', end);
      opened.delete(page);
      void session.then((open) => open.detach());
    });
  }

  return {
    name: 'cdp-command',
    async executeCommand({ command, payload, session }) {
      if (command !== 'cdp' && command !== 'evaluate-in-frames') return undefined;
      if (!payload) throw new Error(`${command} needs parameters`);
      const page = (session.browser as ChromeLauncher).getPage(session.id);
      const open = await sessionOf(page);
      if (command === 'cdp') return open.send(payload.method, payload.params);
      const { origin: ours } = new URL(page.url());
      const frames = [...(await worldsOf(open))].filter(
        // A frame without an address has its page's origin, or none.
        ([, origin]) => origin.startsWith('http') && origin !== ours,
      );
      const { expression } = payload;
      const evaluations = await Promise.allSettled(
        frames.map(([contextId]) =>
          open.send('Runtime.evaluate', {
            contextId,
            expression,
            awaitPromise: true,
            returnByValue: true,
          }),
        ),
      );
      // What fails altogether was in a frame that has gone.
      return evaluations.flatMap((evaluation) =>
        evaluation.status === 'fulfilled' ? [evaluation.value.result.value as unknown] : [],
      );
    },
  };
}

/** Keeps where the scripts of each frame run, by the frame's origin. */
function watchWorlds(session: CdpSession): Worlds {
  const worlds: Worlds = new Map();
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const { isDefault } = context.auxData as { readonly isDefault: boolean };
    if (isDefault) worlds.set(context.id, context.origin);
  });
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
    worlds.delete(executionContextId),
  );
  session.on('Runtime.executionContextsCleared', () => worlds.clear());
  return worlds;
}
