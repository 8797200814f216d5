import type { TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';

type Page = ReturnType<ChromeLauncher['getPage']>;
type CdpSession = Awaited<ReturnType<Page['createCDPSession']>>;

/** A session of the protocol on one page. */
interface Opened {
  readonly session: CdpSession;
  /** Origins of the execution contexts, by the context's id, once `Runtime` is enabled. */
  readonly origins: ReadonlyMap<number, string>;
}

/** A method of the Chrome DevTools Protocol with its parameters, as a test sends it. */
export interface CdpCommand {
  readonly method: Parameters<CdpSession['send']>[0];
  readonly params?: Record<string, unknown>;
}

/**
 * Lets a browser test call the Chrome DevTools Protocol on its own page:
 *
 * - `await executeServerCommand('cdp', { method: 'Network.setBlockedURLs', params: { … } })`
 *   resolves to the protocol's response. To cut the network, use `Network.setBlockedURLs`, because
 *   offline emulation also disconnects the page from the runner, permanently. Overrides end with
 *   the test file, because the runner reuses the page for the next one.
 * - `await executeServerCommand('evaluate-in-frames', { expression })` runs a script in each
 *   cross-origin frame, and resolves to the results. If the script returns a promise, its result is
 *   the promise's value.
 */
export function cdpPlugin(): TestRunnerPlugin<CdpCommand & { readonly expression: string }> {
  const sessions = new WeakMap<Page, Promise<Opened>>();

  function openedOn(page: Page): Promise<Opened> {
    const existing = sessions.get(page);
    if (existing) return existing;
    const opened = open(page);
    sessions.set(page, opened);
    // Detaches the session, and so ends its overrides, when the test file is done. The runner then
    // navigates to `about:blank`.
    page.on('framenavigated', function onNavigated(frame) {
      if (frame !== page.mainFrame() || frame.url() !== 'about:blank') return;
      page.off('framenavigated', onNavigated);
      sessions.delete(page);
      void opened.then(({ session }) => session.detach());
    });
    return opened;
  }

  return {
    name: 'cdp-command',
    async executeCommand({ command, payload, session: { browser, id } }) {
      if (command !== 'cdp' && command !== 'evaluate-in-frames') return undefined;
      if (!payload) throw new Error(`${command} needs a payload.`);
      const page = (browser as ChromeLauncher).getPage(id);
      const { session, origins } = await openedOn(page);
      if (command === 'cdp') return session.send(payload.method, payload.params);
      // When this call resolves, the events for all existing contexts have arrived. Repeated
      // calls also wait for the events for new contexts.
      await session.send('Runtime.enable');
      const { origin: pageOrigin } = new URL(page.url());
      const frames = [...origins].filter(
        // A frame without a URL has its page's origin, or none.
        ([, origin]) => origin.startsWith('http') && origin !== pageOrigin,
      );
      const { expression } = payload;
      const evaluations = await Promise.allSettled(
        frames.map(([contextId]) =>
          session.send('Runtime.evaluate', {
            contextId,
            expression,
            awaitPromise: true,
            returnByValue: true,
          }),
        ),
      );
      // An evaluation is rejected if its frame has been removed.
      return evaluations.flatMap((evaluation) =>
        evaluation.status === 'fulfilled' ? [evaluation.value.result.value as unknown] : [],
      );
    },
  };
}

/** Opens a session that follows the execution contexts of the page and its frames. */
async function open(page: Page): Promise<Opened> {
  const session = await page.createCDPSession();
  const origins = new Map<number, string>();
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const { isDefault } = context.auxData as { readonly isDefault: boolean };
    if (isDefault) origins.set(context.id, context.origin);
  });
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
    origins.delete(executionContextId),
  );
  session.on('Runtime.executionContextsCleared', () => origins.clear());
  return { session, origins };
}
