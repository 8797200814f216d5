import type { TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';

type Page = ReturnType<ChromeLauncher['getPage']>;
type CdpSession = Awaited<ReturnType<Page['createCDPSession']>>;

/** A method of the Chrome DevTools Protocol with its parameters, as a test sends it. */
interface CdpCommand {
  readonly method: Parameters<CdpSession['send']>[0];
  readonly params?: Record<string, unknown>;
}

/**
 * Lets a browser test call the Chrome DevTools Protocol on its own page:
 *
 * - `await executeServerCommand('cdp', { method: 'Network.setBlockedURLs', params: { … } })`
 *   resolves to the protocol's answer. To cut the network, use `Network.setBlockedURLs`: offline
 *   emulation also disconnects the page from the runner, permanently. Overrides end with the test
 *   file, because the runner reuses the page for the next one.
 * - `await executeServerCommand('evaluate-in-frames', { expression })` runs a script in each frame
 *   of another origin, and resolves to the results. If the script returns a promise, its result is
 *   the promise's value.
 */
export function cdpPlugin(): TestRunnerPlugin<CdpCommand & { readonly expression: string }> {
  const sessions = new WeakMap<Page, Promise<CdpSession>>();

  function sessionOf(page: Page): Promise<CdpSession> {
    let session = sessions.get(page);
    if (session === undefined) {
      const opened = (session = page.createCDPSession());
      sessions.set(page, opened);
      // The test file is done once the runner navigates to `about:blank`.
      page.on('framenavigated', function onNavigated(frame) {
        if (frame !== page.mainFrame() || frame.url() !== 'about:blank') return;
        page.off('framenavigated', onNavigated);
        sessions.delete(page);
        void opened.then((open) => open.detach());
      });
    }
    return session;
  }

  return {
    name: 'cdp-command',
    async executeCommand({ command, payload, session }) {
      if (command !== 'cdp' && command !== 'evaluate-in-frames') return undefined;
      const page = (session.browser as ChromeLauncher).getPage(session.id);
      const { method, params, expression } = payload!;
      if (command === 'cdp') return (await sessionOf(page)).send(method, params);
      const { origin } = new URL(page.url());
      const frames = page
        .frames()
        .filter(
          (frame) => frame.url().startsWith('http') && new URL(frame.url()).origin !== origin,
        );
      const results = await Promise.allSettled(frames.map((frame) => frame.evaluate(expression)));
      // A frame that has been removed meanwhile has none.
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
  };
}
