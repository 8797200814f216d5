/** The run's engine and mode, and functions that register tests for only some of them. */
import type { EngineName, Mode } from '../../../tools/browsers/engines/engine.js';

declare global {
  interface Window {
    /** Set by `web-test-runner.config.mjs`. */
    readonly testRun: { readonly engine: EngineName; readonly mode: Mode };
  }
}

export const { engine, mode } = window.testRun;

/**
 * Registers tests in some engines only.
 *
 * @param why - What the other engines can't do. Their reports print it after "left out: ".
 */
export function inEngines(engines: readonly EngineName[], why: string, register: () => void): void {
  if (engines.includes(engine)) register();
  else console.log(`left out: ${why}`);
}

/** Registers tests in some modes only, as {@link inEngines} does for engines. */
export function inModes(modes: readonly Mode[], why: string, register: () => void): void {
  if (modes.includes(mode)) register();
  else console.log(`left out: ${why}`);
}
