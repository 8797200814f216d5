import { findProgram } from './find-program.js';

/** The Firefox that `FIREFOX_PATH` names, or else the one on the path. */
export function findFirefox(): string | undefined {
  return process.env.FIREFOX_PATH ?? findProgram('firefox', 'firefox-esr');
}
