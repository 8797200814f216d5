import type { Browser } from 'playwright-core';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';

let program: Promise<string> | undefined;

/**
 * Starts Chromium, to be closed by the caller. It doesn't check the program in `CHROME_PATH`, which
 * takes a second: the runner has done so.
 */
export async function startChromium(flags?: readonly string[]): Promise<Browser> {
  program ??= Promise.resolve(process.env.CHROME_PATH || findBrowser());
  return launchBrowser(await program, flags);
}
