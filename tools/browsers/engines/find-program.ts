import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of the first of these programs that is in `PATH`. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** Returns the path of Firefox: `FIREFOX_PATH`, or the one in `PATH`. */
export function findFirefox(): string | undefined {
  return process.env.FIREFOX_PATH ?? findProgram('firefox', 'firefox-esr');
}
