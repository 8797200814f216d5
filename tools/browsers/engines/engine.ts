import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';

/** The engines that the component is written for, as a test and `--engine` call them. */
export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** Where the element has its form: in the page, or in a frame of another origin. */
export type Mode = 'inline' | 'isolated';

/** A browser in which test files can run. */
export interface RunningEngine {
  readonly launcher: BrowserLauncher;
  /** What its tests ask of it, through `executeServerCommand`. */
  readonly plugins: readonly TestRunnerPlugin[];
  /** How many test files it can have open at a time. */
  readonly concurrency: number;
  /** Ends what stands around it; its browser has been ended by the launcher. */
  stop(): void;
}
