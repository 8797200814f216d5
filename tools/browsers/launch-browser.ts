import { chromium, type Browser } from 'playwright-core';

/**
 * Flags for every browser that a test or a tool starts. It runs as root and in containers, needs no
 * graphics card, and sends no requests except those of our pages.
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
 * Parts of the browser's own user interface that it loads as pages with each window. They are
 * half of a window's cost, and never visible in a headless browser.
 */
export const UNUSED_UI_FEATURES: readonly string[] = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * Features that Playwright disables. They are repeated here, because the browser uses only the last
 * `--disable-features` flag.
 */
const FEATURES_DISABLED_BY_PLAYWRIGHT: readonly string[] = [
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

/** Returns the flag that disables features of the browser. */
export function disableFeatures(...features: readonly string[]): string {
  return `--disable-features=${features.join()}`;
}

/** Milliseconds that a browser may take to start. The first start after installation is slow. */
const START_LIMIT = 30_000;

/**
 * Starts a headless browser. The caller must close it.
 *
 * @param executablePath - Path of its program, from `findBrowser`.
 * @param flags - Flags in addition to {@link browserFlags}.
 * @throws {Error} If the program does not start within 30 s.
 */
export function launchBrowser(
  executablePath: string,
  flags: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      ...browserFlags,
      disableFeatures(...FEATURES_DISABLED_BY_PLAYWRIGHT, ...UNUSED_UI_FEATURES),
      ...flags,
    ],
    // Users' browsers have a back/forward cache, so the tests must show that it holds no PIN.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    timeout: START_LIMIT,
  });
}
