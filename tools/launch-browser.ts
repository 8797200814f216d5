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
 * @param executablePath its program, as `findBrowser` finds it
 * @throws when the program does not start within 30 s
 */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...browserFlags],
    // People's browsers have that cache, and a PIN must not lie in it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    timeout: START_LIMIT,
  });
}
