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
 *   resolves to the protocol's response. To cut the network, use `Network.setBlockedURLs`, because
 *   offline emulation also disconnects the page from the runner, permanently. Overrides end with
 *   the test file, because the runner reuses the page for the next one.
 * - `await executeServerCommand('evaluate-in-frames', { expression })` runs a script in each
 *   cross-origin frame, and resolves to the results. If the script returns a promise, its result is
 *   the promise's value.
 */
export function cdpPlugin(): TestRunnerPlugin<CdpCommand & { readonly expression: string }> {
  const sessions = new WeakMap<Page, Promise<CdpSession>>();

  function sessionOf(page: Page): Promise<CdpSession> {
    const existing = sessions.get(page);
    if (existing) return existing;
    const session = page.createCDPSession();
    sessions.set(page, session);
    // Detaches the session, and so ends its overrides, when the test file is done. The runner then
    // navigates to `about:blank`.
    page.on('framenavigated', function onNavigated(frame) {
      if (frame !== page.mainFrame() || frame.url() !== 'about:blank') return;
      page.off('framenavigated', onNavigated);
      sessions.delete(page);
      void session.then((opened) => opened.detach());
    });
    return session;
  }

  return {
    name: 'cdp-command',
    async executeCommand({ command, payload, session: { browser, id } }) {
      if (command !== 'cdp' && command !== 'evaluate-in-frames') return undefined;
      if (!payload) throw new Error(`${command} needs a payload.`);
      const page = (browser as ChromeLauncher).getPage(id);
      if (command === 'cdp') return (await sessionOf(page)).send(payload.method, payload.params);
      const { origin } = new URL(page.url());
      const frames = page
        .frames()
        .filter((frame) => /^http/.test(frame.url()) && new URL(frame.url()).origin !== origin);
      // An evaluation is rejected if its frame is removed.
      const results = await Promise.allSettled(
        frames.map((frame) => frame.evaluate(payload.expression)),
      );
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
  };
}
