/**
 * Finds a Chrome or Chromium. Tests run in the one that the npm package `@sparticuz/chromium`
 * carries, so that its version and its font come from the lock file. As a command, this prints its
 * path.
 */
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Launcher } from 'chrome-launcher';
import { isProgram } from './engines/find-program.js';
import { launchBrowser } from './launch-browser.js';
import { unpackCarriedChromium } from './carried-chromium.js';

/** A place that may have browsers. */
export interface BrowserSource {
  readonly name: string;
  /** Returns the paths of their programs, best first. */
  find(): Promise<readonly string[]>;
}

/** No browser was found that starts. The message says what to do. */
export class NoBrowserError extends Error {
  override readonly name = 'NoBrowserError';
}

const WHAT_TO_DO =
  'Install Google Chrome or Chromium (on Debian and Ubuntu: apt-get install chromium), ' +
  'or set CHROME_PATH to the path of its program.';

/**
 * Returns the path of the browser that tests use: the carried one, or on a system that it does not
 * support, an installed one. Each one is started first, because a browser may lack a library or
 * permission to run.
 *
 * @param sources - Places to look in, in order.
 * @throws {NoBrowserError} If no browser starts.
 */
export async function findBrowser(
  sources: readonly BrowserSource[] = [carried, installed],
): Promise<string> {
  const faults: string[] = [];
  for (const source of sources) {
    try {
      for (const path of await source.find()) {
        const fault = await faultOf(path);
        if (fault === undefined) return path;
        faults.push(`  ${path} does not start: ${fault}`);
      }
    } catch (error) {
      faults.push(`  ${source.name}: ${reasonFor(error)}`);
    }
  }
  throw new NoBrowserError(['No browser was found that starts.', ...faults, WHAT_TO_DO].join('\n'));
}

/**
 * Returns the path of an installed browser, which can open windows: the program that `CHROME_PATH`
 * names, or else one in a usual place.
 *
 * @throws {NoBrowserError} If none starts.
 */
export function findInstalledBrowser(): Promise<string> {
  return findBrowser([installed]);
}

/** Names of the program of Chromium without windows. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];

const installed: BrowserSource = {
  name: 'installed browsers',
  find() {
    const chosen = process.env.CHROME_PATH;
    if (chosen && !isProgram(chosen))
      throw new Error(`CHROME_PATH is set to ${chosen}, but there is no program there`);
    if (chosen) return Promise.resolve([chosen]);
    const paths = new Set([...chromeInstallations(), ...otherPaths().filter(isProgram)]);
    return Promise.resolve([...paths].filter((path) => !SHELLS.includes(basename(path))));
  },
};

const carried: BrowserSource = {
  name: 'the npm package @sparticuz/chromium',
  async find() {
    const path = await unpackCarriedChromium();
    return path === undefined ? [] : [path];
  },
};

function chromeInstallations(): string[] {
  try {
    return Launcher.getInstallations();
  } catch {
    // It throws if it finds none.
    return [];
  }
}

/** Returns the usual paths of Chromium-based browsers that chrome-launcher does not look for. */
function otherPaths(): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['Chromium', 'Microsoft Edge'].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      );
    case 'win32':
      return [process.env['PROGRAMFILES(X86)'], process.env.PROGRAMFILES, process.env.LOCALAPPDATA]
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => [
          join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
          join(folder, 'Chromium', 'Application', 'chrome.exe'),
        ]);
    default:
      return (process.env.PATH ?? '')
        .split(':')
        .flatMap((folder) => [
          join(folder, 'microsoft-edge-stable'),
          join(folder, 'microsoft-edge'),
        ]);
  }
}

/** Returns in one line why the program can't be used, or `undefined` if it can. */
async function faultOf(executablePath: string): Promise<string | undefined> {
  try {
    const browser = await launchBrowser(executablePath);
    try {
      const page = await browser.newPage();
      const answer: unknown = await page.evaluate('1 + 1');
      return answer === 2 ? undefined : "its pages can't run scripts";
    } finally {
      await browser.close();
    }
  } catch (error) {
    return reasonFor(error);
  }
}

/**
 * Returns the reason for an error in one line. The first line of a driver's error only says that
 * the program ended, so look for a missing library or an exit code in the other lines.
 */
function reasonFor(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const missing = /error while loading shared libraries: (\S+):/.exec(text)?.[1];
  if (missing !== undefined) return `the system library ${missing} is missing`;
  const exitCode = /process did exit: exitCode=(\d+)/.exec(text)?.[1];
  if (exitCode !== undefined) return `it ended at once, with exit code ${exitCode}`;
  return text.split('\n', 1)[0] ?? '';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(await findBrowser());
  } catch (error) {
    if (!(error instanceof NoBrowserError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
