import { chromeLauncher, type TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';
import type { RunningEngine } from './engine.js';
import { readTree, takeFocus, type Accessible } from './firefox-accessibility.js';
import { findProgram } from './find-program.js';

/** The Firefox that `FIREFOX_PATH` names, or else the one on the path. */
export function findFirefox(): string | undefined {
  return process.env.FIREFOX_PATH ?? findProgram('firefox', 'firefox-esr');
}

/** Firefox without a window, driven by WebDriver BiDi. Its pages would take the focus from one another: one file at a time. */
export function firefox(executablePath: string): RunningEngine {
  const launcher = chromeLauncher({
    launchOptions: {
      browser: 'firefox',
      executablePath,
      headless: true,
      // For its accessibility tree, which only its own code may read.
      args: ['--remote-allow-system-access'],
      extraPrefsFirefox: {
        // From the start: it would otherwise not know what had the focus before it was first asked.
        'accessibility.force_disabled': -1,
        'app.update.enabled': false,
        'datareporting.policy.dataSubmissionEnabled': false,
        'network.captive-portal-service.enabled': false,
        'network.connectivity-service.enabled': false,
      },
    },
  });
  launcher.name = 'Firefox';
  return { launcher, plugins: [eyesPlugin()], concurrency: 1, stop() {} };
}

/** The part of puppeteer's BiDi browser that its types don't show. */
interface BidiBrowser {
  readonly connection: {
    send(
      method: string,
      params: object,
    ): Promise<{
      result: {
        readonly contexts: readonly { readonly context: string }[];
        readonly result: { readonly value: string };
        readonly exceptionDetails?: { readonly text: string };
      };
    }>;
  };
}

/** `firefox-tree` resolves to what {@link readTree} sees of the page that asks, `firefox-focus` focuses one of these things. */
function eyesPlugin(): TestRunnerPlugin<number> {
  return {
    name: 'firefox-eyes',
    async executeCommand({ command, payload, session }) {
      if (command !== 'firefox-tree' && command !== 'firefox-focus') return undefined;
      const page = (session.browser as ChromeLauncher).getPage(session.id);
      const { connection } = page.browser() as unknown as BidiBrowser;
      const { _id: pageId } = page.mainFrame() as unknown as { readonly _id: string };

      await page.evaluate(twoFrames);
      const windows = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
      const { result } = await connection.send('script.callFunction', {
        functionDeclaration: sourceOf(command === 'firefox-tree' ? readTree : takeFocus),
        arguments: [
          { type: 'string', value: pageId },
          { type: 'number', value: payload ?? 0 },
        ],
        target: { context: windows.result.contexts[0]?.context, sandbox: 'eyes' },
        awaitPromise: true,
      });
      if (result.exceptionDetails) throw new Error(result.exceptionDetails.text);
      return JSON.parse(result.result.value) as readonly Accessible[] | boolean;
    },
  };
}

/**
 * Firefox's own process knows of the page what the page's process sent it, which does so with a frame that it shows. What is returned
 * from there comes after it.
 */
const twoFrames =
  'new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => shown(true))))';

/** The function as Firefox can run it: without what the TypeScript loader wraps around the functions in it to keep their names. */
function sourceOf(inner: (pageId: string, index: number) => string): string {
  return `(...args) => { const __name = (it) => it; return (${String(inner)})(...args); }`;
}
