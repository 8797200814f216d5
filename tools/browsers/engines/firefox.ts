import { chromeLauncher, type TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';
import { PAGE_TIMEOUT, type RunningEngine } from './engine.js';
import {
  focusPage,
  readTree,
  runInContentProcess,
  takeFocus,
  type Accessible,
} from './firefox-accessibility.js';

/**
 * Runs test files in headless Firefox, driven by WebDriver BiDi. They run one at a time, because
 * pages take the focus from each other.
 */
export function firefox(executablePath: string): RunningEngine {
  const launcher = chromeLauncher({
    concurrency: 1,
    launchOptions: {
      browser: 'firefox',
      executablePath,
      headless: true,
      // Only Firefox's own code may read the accessibility tree.
      args: ['--remote-allow-system-access'],
      extraPrefsFirefox: {
        // Turns accessibility on from the start. Otherwise, the first tree would not show which
        // item has the focus.
        'accessibility.force_disabled': -1,
        'app.update.enabled': false,
        'datareporting.policy.dataSubmissionEnabled': false,
        'network.captive-portal-service.enabled': false,
        'network.connectivity-service.enabled': false,
      },
    },
    async createPage({ context }) {
      const page = await context.newPage();
      page.setDefaultNavigationTimeout(PAGE_TIMEOUT);
      return page;
    },
  });
  return { launcher, plugins: [accessibilityPlugin()], stop() {} };
}

/** The part of Puppeteer's BiDi browser that its types don't declare. */
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
 * Adds three commands. `firefox-tree` resolves to the accessibility tree of the calling page, as
 * {@link readTree} reads it. `firefox-focus` focuses one item of that tree. `firefox-focus-page`
 * focuses the page.
 */
function accessibilityPlugin(): TestRunnerPlugin<number> {
  let calls = 0;
  return {
    name: 'firefox-accessibility',
    async executeCommand({ command, payload: index = 0, session }) {
      if (!command.startsWith('firefox-')) return undefined;
      const page = (session.browser as ChromeLauncher).getPage(session.id);
      const runInContent = (script: typeof readTree | typeof takeFocus) => {
        const name = `set-card-pin-accessibility-${++calls}`;
        return runInParentProcess(
          page,
          runInContentProcess,
          name,
          `(${sourceOf(script)})(this, '${name}', ${index})`,
        );
      };
      switch (command) {
        case 'firefox-tree':
          return JSON.parse(await runInContent(readTree)) as readonly Accessible[];
        case 'firefox-focus':
          return runInContent(takeFocus);
        case 'firefox-focus-page':
          return runInParentProcess(page, focusPage);
        default:
          return undefined;
      }
    },
  };
}

/** Calls a function in Firefox's parent process, with the page's id and further arguments. */
export async function runInParentProcess(
  page: ReturnType<ChromeLauncher['getPage']>,
  script: (...args: string[]) => string | Promise<string>,
  ...args: readonly string[]
): Promise<string> {
  const { connection } = page.browser() as unknown as BidiBrowser;
  const { _id: pageId } = page.mainFrame() as unknown as { readonly _id: string };
  const windows = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const { result } = await connection.send('script.callFunction', {
    functionDeclaration: sourceOf(script),
    arguments: [pageId, ...args].map((value) => ({ type: 'string', value })),
    target: { context: windows.result.contexts[0]?.context },
    awaitPromise: true,
  });
  if (result.exceptionDetails) throw new Error(result.exceptionDetails.text);
  return result.result.value;
}

/**
 * Returns the source of a function for Firefox. It defines `__name`, which the TypeScript loader
 * calls on inner functions to keep their names.
 */
function sourceOf(inner: (...args: never[]) => unknown): string {
  return `(...args) => { const __name = (it) => it; return (${String(inner)})(...args); }`;
}
