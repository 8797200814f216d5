import { chromium, type Browser } from 'playwright-core';

/**
 * Flags for every browser that a test or a tool starts. It runs as root and in containers, doesn't
 * need a graphics card, and sends only the requests of our pages.
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

/**
 * Starts a headless browser. The caller must close it.
 *
 * @param executablePath - Path of its program, from `findBrowser`.
 * @param flags - Flags in addition to {@link browserFlags}.
 * @throws {Error} If the program does not start in time.
 */
export function launchBrowser(
  executablePath: string,
  flags: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...browserFlags, ...flags],
    // Users' browsers have a back/forward cache, so the tests must show that it holds no PIN.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}
