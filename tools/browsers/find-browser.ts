/**
 * Finds Chrome or Chromium. Tests run in the Chromium that the npm package `@sparticuz/chromium`
 * carries, so that its version and its font come from the lock file.
 */
import { Launcher } from 'chrome-launcher';
import { CommandError } from '../../src/node/command.js';
import { unpackCarriedChromium } from './carried-chromium.js';
import { launchBrowser } from './launch-browser.js';

const WHAT_TO_DO =
  'Install Google Chrome or Chromium (on Debian and Ubuntu: apt-get install chromium), ' +
  'or set CHROME_PATH to the path of its program.';

/**
 * Returns the path of the browser that tests use: the carried one or, on a system where it
 * doesn't start, an installed one.
 *
 * @throws {CommandError} If no browser starts.
 */
export function findBrowser(): Promise<string> {
  return (found ??= unpackCarriedChromium().then((carried) =>
    firstThatStarts([...(carried === undefined ? [] : [carried]), ...installations()]),
  ));
}

let found: Promise<string> | undefined;

/**
 * Returns the path of an installed browser, which can open windows: the program that `CHROME_PATH`
 * names, or else one in a usual place.
 *
 * @throws {CommandError} If none starts.
 */
export function findInstalledBrowser(): Promise<string> {
  return firstThatStarts(installations());
}

function installations(): readonly string[] {
  const chosen = process.env.CHROME_PATH;
  if (chosen) return [chosen];
  try {
    return Launcher.getInstallations();
  } catch {
    // It throws if it doesn't find one.
    return [];
  }
}

/** Starts each browser, because one may lack a library or permission to run. */
async function firstThatStarts(paths: readonly string[]): Promise<string> {
  const faults: string[] = [];
  for (const path of paths) {
    try {
      const browser = await launchBrowser(path);
      await browser.newPage().finally(() => browser.close());
      return path;
    } catch (error) {
      faults.push(`${path} does not start: ${(error as Error).message}`);
    }
  }
  throw new CommandError(['No browser that starts was found.', ...faults, WHAT_TO_DO].join('\n'));
}
