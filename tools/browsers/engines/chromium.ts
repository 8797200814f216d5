import { cpus } from 'node:os';
import { chromeLauncher } from '@web/test-runner';
import { browserFlags, UNSEEN_FEATURES, without } from '../launch-browser.js';
import { cdpPlugin } from './cdp-plugin.js';
import type { RunningEngine } from './engine.js';

/**
 * One browser, a page for each file that runs at the time. Every page believes it has the focus, as typing and
 * `document.hasFocus()` would otherwise work in one of them only.
 */
export function chromium(executablePath: string): RunningEngine {
  const launcher = chromeLauncher({
    launchOptions: {
      executablePath,
      headless: true,
      args: [
        ...browserFlags,
        // The launcher adds those that it switches off itself.
        without(...UNSEEN_FEATURES),
        // One process for a page and its frames, so that one session of the protocol reaches all.
        '--disable-site-isolation-trials',
      ],
    },
    async createPage({ browser }) {
      // Storage of its own too.
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.emulateFocusedPage(true);
      // The page is used for another file later, which should not inherit a dark scheme.
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame() && frame.url() === 'about:blank') {
          void page.emulateMediaFeatures([]).catch(() => undefined);
        }
      });
      return page;
    },
  });
  launcher.name = 'Chromium';
  return {
    launcher,
    plugins: [cdpPlugin()],
    // A test waits most of the time, for keys to arrive and answers to come.
    concurrency: Math.max(2, Math.floor(cpus().length / 2)),
    stop() {},
  };
}
