import type { TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';

type Page = ReturnType<ChromeLauncher['getPage']>;
type CdpSession = Awaited<ReturnType<Page['createCDPSession']>>;

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
 */
export function cdpPlugin(): TestRunnerPlugin<CdpCommand> {
  const opened = new WeakMap<Page, Promise<CdpSession>>();

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
      if (command !== 'cdp') return undefined;
      if (!payload) throw new Error('cdp needs { method, params }');
      const page = (session.browser as ChromeLauncher).getPage(session.id);
      const open = await sessionOf(page);
      return open.send(payload.method, payload.params);
    },
  };
}
