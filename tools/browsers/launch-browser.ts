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

/**
 * Parts of the browser's own window that are pages themselves, which it loads for each window though nobody sees one: half of what a
 * window costs.
 */
export const UNSEEN_FEATURES: readonly string[] = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright switches off. It has to be said again, as of a flag that is given twice the browser hears the last alone. */
const PLAYWRIGHTS_FEATURES: readonly string[] = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** The flag that switches features of the browser off. */
export function without(...features: readonly string[]): string {
  return `--disable-features=${features.join()}`;
}

/** Milliseconds in which a browser must have started; the first start after an installation is the slow one. */
const START_LIMIT = 30_000;

/**
 * Starts a headless browser for a Node test, to be closed by the caller.
 *
 * @param executablePath its program, as `findBrowser` finds it
 * @param flags for it alone, beside {@link browserFlags}
 * @throws when the program does not start within 30 s
 */
export function launchBrowser(
  executablePath: string,
  flags: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...browserFlags, without(...PLAYWRIGHTS_FEATURES, ...UNSEEN_FEATURES), ...flags],
    // People's browsers have that cache, and a PIN must not lie in it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    timeout: START_LIMIT,
  });
}
