/**
 * The engine and the mode in which the tests run, and what can't be asked of every one of them.
 */
import { executeServerCommand } from '@web/test-runner-commands';
import type { EngineName, Mode } from '../../../tools/browsers/engines/engine.js';

/** Set by `tools/test/browser-tests.ts`. */
export const engine = process.env.ENGINE as EngineName;

/** The same. */
export const mode = process.env.MODE as Mode;

/**
 * Registers tests in some engines only. The run of any other says that it leaves them out, and why.
 *
 * @param why - What the others can't do, to go after "left out: "
 */
export function inEngines(engines: readonly EngineName[], why: string, register: () => void): void {
  if (engines.includes(engine)) register();
  else void executeServerCommand('leave-out', why);
}

/**
 * Registers tests in some modes only, in the same way.
 *
 * @param why - What can't be asked of the other, to go after "left out: "
 */
export function inModes(modes: readonly Mode[], why: string, register: () => void): void {
  if (modes.includes(mode)) register();
  else void executeServerCommand('leave-out', why);
}
