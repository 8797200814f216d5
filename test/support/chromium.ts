/** Chromium for tests that run in Node. */
import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import { until } from './until.js';

/**
 * Starts Chromium. The caller must close it. The runner sets `TEST_CHROMIUM` to the program,
 * because finding it takes seconds.
 */
export async function startChromium(flags?: readonly string[]): Promise<Browser> {
  return launchBrowser(process.env.TEST_CHROMIUM ?? (await findBrowser()), flags);
}

/**
 * Starts Chromium for the tests of a suite.
 *
 * @param flags - Returns flags for this suite only.
 * @returns the browser, once the tests run
 */
export function useChromium(flags: () => readonly string[] = () => []): () => Browser {
  let browser: Browser | undefined;
  before(async () => {
    browser = await startChromium(flags());
  });
  after(() => browser?.close());
  return () => browser!;
}

/** Returns the nodes of a page's accessibility tree, the only view into the closed shadow root. */
export async function accessibilityNodes(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes;
}

/** Waits until a text is in a page's accessibility tree. */
export async function waitForText(page: Page, text: string): Promise<void> {
  await until(`the text “${text}”`, async () =>
    (await accessibilityNodes(page)).some(
      ({ ignored, name }) => !ignored && String(name?.value).includes(text),
    ),
  );
}
