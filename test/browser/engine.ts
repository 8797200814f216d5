/**
 * The engine in which the tests run, and what can't be asked of every one of them.
 */
import { executeServerCommand } from '@web/test-runner-commands';
import type { EngineName } from '../../tools/engines/engine.js';

/** Set by `tools/browser-tests.ts`. */
export const engine = process.env.ENGINE as EngineName;

/**
 * Registers tests in some engines only. The run of any other says that it leaves them out, and why.
 *
 * @param why - What the others can't do, to go after "left out: "
 */
export function inEngines(engines: readonly EngineName[], why: string, register: () => void): void {
  if (engines.includes(engine)) register();
  else void executeServerCommand('leave-out', why);
}
