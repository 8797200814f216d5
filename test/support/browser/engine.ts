/** The run's engine and mode, and functions that register tests for only some of them. */
import { executeServerCommand } from '@web/test-runner-commands';
import type { EngineName, Mode } from '../../../tools/browsers/engines/engine.js';

declare global {
  interface Window {
    /** Set by `web-test-runner.config.mjs`. */
    readonly testRun: { readonly engine: EngineName; readonly mode: Mode };
  }
}

export const { engine, mode } = window.testRun;

/**
 * Registers tests in some engines only. A run in another engine reports that it leaves them out.
 *
 * @param why - What the other engines can't do. The report prints it after "left out: ".
 */
export function inEngines(engines: readonly EngineName[], why: string, register: () => void): void {
  registerIf(engines.includes(engine), why, register);
}

/** Registers tests in some modes only, as {@link inEngines} does for engines. */
export function inModes(modes: readonly Mode[], why: string, register: () => void): void {
  registerIf(modes.includes(mode), why, register);
}

function registerIf(isWanted: boolean, why: string, register: () => void): void {
  if (isWanted) register();
  else void executeServerCommand('leave-out', why);
}
