import { chromeLauncher } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';
import { PAGE_TIMEOUT, type RunningEngine } from './engine.js';

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
      // Tests of the password manager run code in Firefox's parent process.
      args: ['--remote-allow-system-access'],
      extraPrefsFirefox: {
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
  return { launcher, plugins: [] };
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
    // The TypeScript loader calls `__name` on inner functions to keep their names.
    functionDeclaration: `(...args) => { const __name = (it) => it; return (${String(script)})(...args); }`,
    arguments: [pageId, ...args].map((value) => ({ type: 'string', value })),
    target: { context: windows.result.contexts[0]?.context },
    awaitPromise: true,
  });
  if (result.exceptionDetails) throw new Error(result.exceptionDetails.text);
  return result.result.value;
}
