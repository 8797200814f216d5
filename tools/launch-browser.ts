import { chromium, type Browser } from 'playwright-core';

/**
 * Flags for every browser a test or a tool starts: it runs as root and in containers, needs no graphics card, and talks to
 * nobody but the pages we open.
 */
export const browserFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Milliseconds in which a browser must have started; the first start after an installation is the slow one. */
const START_LIMIT = 30_000;

/**
 * Starts a headless browser for a Node test, to be closed by the caller.
 *
 * @param executablePath its program; `npm test` puts the one it found into `CHROME_PATH`
 * @throws when the program does not start within 30 s
 */
export async function launchBrowser(executablePath = process.env.CHROME_PATH): Promise<Browser> {
  if (!executablePath) {
    const { findBrowser } = await import('./find-browser.js');
    return launchBrowser(await findBrowser());
  }
  return chromium.launch({ executablePath, args: [...browserFlags], timeout: START_LIMIT });
}
