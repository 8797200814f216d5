import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';

/** An engine that the element supports, by its name in tests. */
export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** Place of the form: in the page (inline), or in a frame on another origin (isolated). */
export type Mode = 'inline' | 'isolated';

/**
 * Milliseconds to open a page or to leave it. A browser on a busy machine needs more than the 30 s
 * that the runner and Puppeteer allow.
 */
export const PAGE_TIMEOUT = 120_000;

/** A browser in which test files can run. */
export interface RunningEngine {
  readonly launcher: BrowserLauncher;
  /** Commands that tests can call with `executeServerCommand`. */
  readonly plugins: readonly TestRunnerPlugin[];
}
