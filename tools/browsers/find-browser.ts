/**
 * Finds a Chrome or Chromium in which the tests can run: the one named by `CHROME_PATH`, else an installed one, else
 * the one that the npm package `@sparticuz/chromium` carries. Run by itself it prints the path it found.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Launcher } from 'chrome-launcher';
import { isProgram } from './engines/find-program.js';
import { launchBrowser } from './launch-browser.js';
import { unpackCarriedChromium } from './carried-chromium.js';

/** A place that may hold browsers; `find` gives the paths of their programs, best first. */
export interface BrowserSource {
  readonly name: string;
  find(): Promise<readonly string[]>;
}

/** Nothing that could be found starts; the message says in plain words what to do. */
export class NoBrowserError extends Error {
  override readonly name = 'NoBrowserError';
}

const WHAT_TO_DO =
  'Install Google Chrome or Chromium (on Debian and Ubuntu: apt-get install chromium), ' +
  'or set CHROME_PATH to the program of one.';

/**
 * The path of a browser's program that was started once, headless, and answered: one that is installed but lacks a
 * library or may not run here counts as none, and the next is tried.
 *
 * @param chosen the program the user names, the only one tried if given; `CHROME_PATH` by default
 * @param sources where to look otherwise, in order
 * @throws {NoBrowserError} when none starts
 */
export async function findBrowser(
  chosen = process.env.CHROME_PATH,
  sources: readonly BrowserSource[] = [installed, carried],
): Promise<string> {
  if (chosen) {
    if (!isProgram(chosen)) {
      throw new NoBrowserError(
        `CHROME_PATH is set to ${chosen}, but there is no program there.\n${WHAT_TO_DO}`,
      );
    }
    const fault = await faultOf(chosen);
    if (fault === undefined) return chosen;
    throw new NoBrowserError(
      `CHROME_PATH is set to ${chosen}, which does not start: ${fault}\n${WHAT_TO_DO}`,
    );
  }
  const faults: string[] = [];
  for (const source of sources) {
    try {
      for (const path of await source.find()) {
        const fault = await faultOf(path);
        if (fault === undefined) return path;
        faults.push(`  ${path} does not start: ${fault}`);
      }
    } catch (error) {
      faults.push(`  ${source.name}: ${firstLine(error)}`);
    }
  }
  throw new NoBrowserError(
    ['There is no browser here in which the tests can run.', ...faults, WHAT_TO_DO].join('\n'),
  );
}

const installed: BrowserSource = {
  name: 'installed browsers',
  find() {
    return Promise.resolve([
      ...new Set([...chromeInstallations(), ...furtherPlaces().filter(isProgram)]),
    ]);
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
    // It throws where it finds none.
    return [];
  }
}

/** Where systems put the Chromium-based browsers that chrome-launcher does not look for. */
function furtherPlaces(): string[] {
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

/** Why the program can't be used, in one line; `undefined` when it can. */
async function faultOf(executablePath: string): Promise<string | undefined> {
  try {
    const browser = await launchBrowser(executablePath);
    try {
      const page = await browser.newPage();
      const answer: unknown = await page.evaluate('1 + 1');
      return answer === 2 ? undefined : 'its pages run no script';
    } finally {
      await browser.close();
    }
  } catch (error) {
    return firstLine(error);
  }
}

/** The loader's complaint says what to install; the driver's own first line says only that the program ended. */
function firstLine(error: unknown): string {
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
