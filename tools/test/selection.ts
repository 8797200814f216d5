/** Determines which test files run, in which browser, and in which suite. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { EngineName, Mode } from '../browsers/engines/engine.js';
import { PROJECT } from '../project.js';

/** `quick` is `npm test`. `rest` and `slow` have the tests that it leaves out. */
export const SUITES = ['quick', 'rest', 'slow'] as const;
type Suite = (typeof SUITES)[number];

/** A browser, by its name in `--browser`. */
export type BrowserName = EngineName | 'installed-chromium';

/** The tests that need a page, in one browser and one mode. */
export interface PageRun {
  readonly browser: BrowserName;
  readonly engine: EngineName;
  readonly mode: Mode;
}

/** A run with its files, as `web-test-runner.config.mjs` receives it. */
export interface PageGroup extends PageRun {
  /** Path of the browser's program. */
  readonly executablePath: string;
  /** Absolute paths of the test files. */
  readonly files: readonly string[];
}

/**
 * Page runs in the order in which they start, two at a time. WebKit and Firefox come first, because
 * they open one page at a time and mostly wait while the tests in Node keep the processors busy.
 * Isolated mode needs Chromium, because only its driver can look into a frame.
 */
export const PAGE_RUNS: readonly PageRun[] = [
  { browser: 'webkit', engine: 'webkit', mode: 'inline' },
  { browser: 'firefox', engine: 'firefox', mode: 'inline' },
  { browser: 'chromium', engine: 'chromium', mode: 'inline' },
  { browser: 'chromium', engine: 'chromium', mode: 'isolated' },
  { browser: 'installed-chromium', engine: 'chromium', mode: 'inline' },
];

/**
 * Files that run in a page: in every browser; in Chromium only, because their subject is the same
 * in every engine; and inline only, because it is the same in both modes.
 */
const IN_PAGE = /\.(browser|chromium|inline)\.test\.ts$/;

/**
 * Files that the quick suite also runs in isolated mode, because their subject differs there. The
 * others test the form, which is the same in the frame page.
 */
const FRAMED =
  /\/(errors|framed|lifecycle|loading|messages|moves|reveal|secrets|submit)\.(browser|chromium)\.test\.ts$/;

/** The tests to run. */
export interface Selection {
  /** Parts of the paths of the wanted files, whatever their suite. Empty for the whole suite. */
  readonly parts: readonly string[];
  readonly suite: Suite;
}

/** Returns the absolute paths of a run's files, sorted. */
export function pageFiles({ browser, mode }: PageRun, selection: Selection): string[] {
  const suiteOf = (path: string): Suite | undefined => {
    if (browser !== 'chromium') {
      if (!path.endsWith('.browser.test.ts')) return undefined;
      return browser === 'installed-chromium' ? 'slow' : 'rest';
    }
    if (mode === 'inline') return 'quick';
    if (path.endsWith('.inline.test.ts')) return undefined;
    return FRAMED.test(path) ? 'quick' : 'slow';
  };
  return wantedFiles(selection, (path) => (IN_PAGE.test(path) ? suiteOf(path) : undefined));
}

/**
 * Paths of quick files that share a process, so their tests restore the globals that they change.
 * Files in the other folders start a browser or replace globals.
 */
const SHARED_PROCESS = /^test\/(?!demo|element|honest|leaks|pages-of-others)/;

/**
 * Returns the absolute paths of the files to run in Node: the `shared` ones run in one process, one
 * after another, and each of the others in its `own`, the slowest first. Shared files that mock
 * timers come first. After real requests, a mocked clock would fire the timers of `fetch` for
 * connections that are gone.
 */
export function nodeFiles(selection: Selection) {
  const suiteOf = (path: string): Suite =>
    path.endsWith('.slow.test.ts') ? 'slow' : path.endsWith('.all.test.ts') ? 'rest' : 'quick';
  const files = wantedFiles(selection, (path) => (IN_PAGE.test(path) ? undefined : suiteOf(path)));
  const isShared = (path: string): boolean =>
    suiteOf(path) === 'quick' && SHARED_PROCESS.test(fromProject(path));
  const isLong = (path: string): boolean => path.startsWith(join(PROJECT, 'test', 'leaks', sep));
  const mocksTimers = (path: string): boolean => readFileSync(path, 'utf8').includes('mock.timers');
  const shared = files.filter(isShared);
  const own = files.filter((path) => !isShared(path));
  return {
    shared: [...shared.filter(mocksTimers), ...shared.filter((path) => !mocksTimers(path))],
    own: [...own.filter(isLong), ...own.filter((path) => !isLong(path))],
  };
}

function wantedFiles(
  { parts, suite }: Selection,
  suiteOf: (path: string) => Suite | undefined,
): string[] {
  const root = join(PROJECT, 'test');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .map((path) => join(root, path))
    .filter((path) => {
      const own = suiteOf(path);
      if (own === undefined) return false;
      if (parts.length > 0)
        return parts.some((part) => resolve(part) === path || fromProject(path).includes(part));
      return own === suite || (suite === 'slow' && hasGeneratedCases(path));
    })
    .sort();
}

/** Returns a file's path relative to the project, with slashes. */
function fromProject(path: string): string {
  return relative(PROJECT, path).split(sep).join('/');
}

/** Returns whether a file has generated cases, all of which the slow suite tries. */
function hasGeneratedCases(path: string): boolean {
  return readFileSync(path, 'utf8').includes('support/fuzz.js');
}
