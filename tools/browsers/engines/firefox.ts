import { chromeLauncher, type TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';
import type { RunningEngine } from './engine.js';
import {
  focusPage,
  readTree,
  runBesidePage,
  takeFocus,
  type Accessible,
} from './firefox-accessibility.js';

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

/**
 * `firefox-tree` resolves to what {@link readTree} sees of the page that asks, `firefox-focus` focuses one of these things, and
 * `firefox-focus-page` the page.
 */
function eyesPlugin(): TestRunnerPlugin<number> {
  let calls = 0;
  return {
    name: 'firefox-eyes',
    async executeCommand({ command, payload: index = 0, session }) {
      const page = (session.browser as ChromeLauncher).getPage(session.id);
      const beside = (script: typeof readTree | typeof takeFocus) => {
        const name = `set-card-pin-eyes-${++calls}`;
        return runInWindow(
          page,
          runBesidePage,
          name,
          `(${sourceOf(script)})(this, '${name}', ${index})`,
        );
      };
      switch (command) {
        case 'firefox-tree':
          return JSON.parse(await beside(readTree)) as readonly Accessible[];
        case 'firefox-focus':
          return beside(takeFocus);
        case 'firefox-focus-page':
          return runInWindow(page, focusPage);
        default:
          return undefined;
      }
    },
  };
}

/** Calls a function in the process of the window that a page is in, with the page's id and further arguments. */
async function runInWindow(
  page: ReturnType<ChromeLauncher['getPage']>,
  script: (...args: string[]) => string | Promise<string>,
  ...rest: readonly string[]
): Promise<string> {
  const { connection } = page.browser() as unknown as BidiBrowser;
  const { _id: pageId } = page.mainFrame() as unknown as { readonly _id: string };
  const windows = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const { result } = await connection.send('script.callFunction', {
    functionDeclaration: sourceOf(script),
    arguments: [pageId, ...rest].map((value) => ({ type: 'string', value })),
    target: { context: windows.result.contexts[0]?.context },
    awaitPromise: true,
  });
  if (result.exceptionDetails) throw new Error(result.exceptionDetails.text);
  return result.result.value;
}

/** A function as Firefox can run it: without what the TypeScript loader puts around the functions in it to keep their names. */
function sourceOf(inner: (...args: never[]) => unknown): string {
  return `(...args) => { const __name = (it) => it; return (${String(inner)})(...args); }`;
}
