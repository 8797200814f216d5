import { findProgram } from './find-program.js';

/** Returns the path of Firefox: `FIREFOX_PATH`, or one in the folders of `PATH`. */
export function findFirefox(): string | undefined {
  return process.env.FIREFOX_PATH ?? findProgram('firefox', 'firefox-esr');
}
