import type { TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';

type Page = ReturnType<ChromeLauncher['getPage']>;
type CdpSession = Awaited<ReturnType<Page['createCDPSession']>>;

/** A method of the Chrome DevTools Protocol with its parameters, as a test sends it. */
export interface CdpCommand {
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
    if (!session) {
      session = page.createCDPSession();
      sessions.set(page, session);
      detachAtBlankPage(page, session);
    }
    return session;
  }

  /**
   * Detaches the session, and so ends its overrides, when the test file is done. The runner then
   * navigates to `about:blank`.
   */
  function detachAtBlankPage(page: Page, session: Promise<CdpSession>): void {
    page.on('framenavigated', function onNavigated(frame) {
      if (frame !== page.mainFrame() || frame.url() !== 'about:blank') return;
      page.off('framenavigated', onNavigated);
      sessions.delete(page);
      void session.then((open) => open.detach());
    });
  }

  return {
    name: 'cdp-command',
    async executeCommand({ command, payload, session }) {
      if (command !== 'cdp' && command !== 'evaluate-in-frames') return undefined;
      if (!payload) throw new Error(`${command} needs a payload.`);
      const page = (session.browser as ChromeLauncher).getPage(session.id);
      if (command === 'cdp') return (await sessionOf(page)).send(payload.method, payload.params);
      // An answer of the page comes after the news of its frames.
      const origin = await page.evaluate('location.origin');
      const frames = page
        .frames()
        .filter((frame) => /^http/.test(frame.url()) && new URL(frame.url()).origin !== origin);
      const evaluations = await Promise.allSettled(
        frames.map((frame) => frame.evaluate(payload.expression)),
      );
      // An evaluation is rejected if its frame has been removed.
      return evaluations.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    },
  };
}
