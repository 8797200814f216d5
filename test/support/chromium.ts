/** Chromium for tests that run in Node. */
import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';

/**
 * Starts a headless Chromium for the tests of a suite.
 *
 * @param flags - Returns flags for this suite only.
 * @returns the browser, once the tests run
 */
export function useChromium(flags: () => readonly string[] = () => []): () => Browser {
  let browser: Browser | undefined;
  before(async () => {
    browser = await launchBrowser(await findBrowser(), flags());
  });
  after(() => browser?.close());
  return () => browser!;
}

/** Returns the nodes of a page's accessibility tree: the only view into the closed shadow root. */
export async function accessibilityNodes(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes;
}

/** Types a PIN into both fields. The first has the focus; the button that reveals the PIN is next. */
export async function typePin({ keyboard }: Page, pin: string): Promise<void> {
  await keyboard.type(pin);
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type(pin);
}
