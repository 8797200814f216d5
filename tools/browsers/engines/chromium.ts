import { cpus } from 'node:os';
import { chromeLauncher } from '@web/test-runner';
import { browserFlags } from '../launch-browser.js';
import { cdpPlugin } from './cdp-plugin.js';
import { measureWithoutDebugger } from './coverage.js';
import { PAGE_TIMEOUT, type RunningEngine } from './engine.js';

/**
 * Runs test files in one Chromium, each in its own page. Several run at the same time, and each
 * page is told that it has focus. Otherwise, typing and `document.hasFocus()` would work in
 * only one.
 */
export function chromium(executablePath: string): RunningEngine {
  const launcher = chromeLauncher({
    // Tests mostly wait for key events and responses, so one processor can run two of them.
    concurrency: 2 * cpus().length,
    launchOptions: {
      executablePath,
      headless: true,
      args: [
        ...browserFlags,
        // Pages of the browser's own interface, which account for half of a window's cost.
        '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
        // One process for a page and its frames, so that one protocol session reaches all of them.
        '--disable-site-isolation-trials',
        // Transitions took a quarter of the time. Firefox and WebKit show them.
        '--force-prefers-reduced-motion',
      ],
    },
    async createPage({ browser }) {
      // A new context, so that pages don't share storage.
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultNavigationTimeout(PAGE_TIMEOUT);
      await page.emulateFocusedPage(true);
      await measureWithoutDebugger(page);
      // Reset the colour scheme after each file, because the page is reused for another one.
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame() && frame.url() === 'about:blank') {
          void page.emulateMediaFeatures([]).catch(() => undefined);
        }
      });
      return page;
    },
  });
  return { launcher, plugins: [cdpPlugin()] };
}
