/**
 * A virtual display with a window manager and its own home folder, on which a test uses a browser's
 * window with real keys and clicks. It ends only programs that it has started.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findFirefox, findProgram } from '../../tools/browsers/engines/find-program.js';
import { findInstalledBrowser } from '../../tools/browsers/find-browser.js';
import { browserFlags } from '../../tools/browsers/launch-browser.js';
import { until } from './until.js';

export type BrowserName = 'firefox' | 'chromium';

/** Milliseconds for a program to start, or for something to be said, on two busy processors. */
export const LIMIT = 60_000;

/**
 * Returns the missing programs and how to install them, or `undefined` if none is missing.
 *
 * @param what - A description of the task that needs the programs.
 * @param packages - The Debian packages with these programs and the browsers.
 */
export function whatIsMissing(
  what: string,
  programs: readonly string[],
  packages: string,
): string | undefined {
  const missing = programs.filter((name) => findProgram(name) === undefined).join(', ');
  return missing
    ? `${what} without ${missing}. On Debian: apt-get install --no-install-recommends ${packages}`
    : undefined;
}

/** Keeps Firefox from opening its own windows and notices. */
const PREFERENCES = {
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'termsofuse.bypassNotification': true,
};

export class Desktop {
  protected readonly home = mkdtempSync(join(tmpdir(), 'desktop-'));
  protected readonly env: NodeJS.ProcessEnv = {
    PATH: [this.home, process.env.PATH].join(delimiter),
    HOME: this.home,
    XDG_RUNTIME_DIR: this.home,
    LC_ALL: 'C.UTF-8',
  };
  readonly #running = new Set<ChildProcess>();

  /** Starts the display, with more Xvfb options, and the window manager. */
  async start(...options: readonly string[]): Promise<void> {
    process.once('exit', () => this.#kill());
    // Without these listeners, a signal would leave the started programs running.
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
    const xvfb = ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'];
    // Without `-noreset`, the display ends its programs when the only connected one disconnects.
    xvfb.push('-noreset', ...options);
    this.env.DISPLAY = `:${await this.firstLine(3, 'Xvfb', ...xvfb)}`;
    this.spawn('openbox');
  }

  /** Ends all started programs, even if the start failed halfway. */
  async close(): Promise<void> {
    const ends = [...this.#running].map((child) => once(child, 'exit'));
    this.#kill();
    await Promise.all(ends);
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * Opens a page in a new window, and waits until it can receive keys.
   *
   * @param flags - More Chromium flags.
   * @returns the window's id in X
   */
  async openBrowser(
    browser: BrowserName,
    url: string,
    title: string,
    flags: readonly string[] = [],
  ): Promise<string> {
    const profile = join(this.home, browser);
    if (browser === 'firefox') {
      const lines = Object.entries(PREFERENCES).map(
        ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
      );
      this.write(join(browser, 'user.js'), lines.join('\n'));
      this.spawn(findFirefox()!, '--no-remote', '--profile', profile, '--new-window', url);
    } else {
      this.spawn(
        await findInstalledBrowser(),
        ...[...browserFlags, ...flags, '--password-store=basic'],
        ...[`--user-data-dir=${profile}`, url],
      );
    }
    let window = '';
    await until('the browser’s window', async () => {
      const found = await this.xdotool('search', '--onlyvisible', '--name', title);
      window = found.trim().split('\n').at(-1)!;
      return window !== '';
    });
    await this.xdotool('windowactivate', '--sync', window);
    return window;
  }

  /** Presses a key, by its name in X. `down Tab` only presses, `up Tab` releases. */
  async press(key: string): Promise<void> {
    const [name, kind = ''] = key.split(' ').reverse();
    await this.xdotool(`key${kind}`, '--delay', '60', name!);
  }

  xdotool(...args: readonly string[]): Promise<string> {
    return this.run('xdotool', ...args);
  }

  /** Starts a program that ends with the desktop. */
  spawn(program: string, ...args: readonly string[]): ChildProcess {
    const child = spawn(program, args, {
      env: this.env,
      // Has its own process group, so that its child processes end with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    child.stdout!.resume();
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  /** Writes a file into the home folder. */
  protected write(path: string, text: string): void {
    const whole = join(this.home, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text, { mode: 0o755 });
  }

  /** Starts a program, and returns the first line that it writes to a file descriptor. */
  protected async firstLine(
    descriptor: 1 | 3,
    program: string,
    ...args: string[]
  ): Promise<string> {
    const output = this.spawn(program, ...args).stdio[descriptor]!;
    const [data] = (await once(output, 'data', { signal: AbortSignal.timeout(LIMIT) })) as [Buffer];
    return String(data).split('\n')[0]!.trim();
  }

  /** Runs a program to its end, and returns its output. */
  protected async run(program: string, ...args: readonly string[]): Promise<string> {
    const running = promisify(execFile)(program, args, { env: this.env, timeout: LIMIT });
    // xdotool fails if it doesn't find a window.
    const { stdout } = await running.catch((error: unknown) => error as { stdout: string });
    return stdout;
  }

  #kill(): void {
    for (const { pid, spawnfile } of this.#running)
      // Xvfb has to remove its lock.
      process.kill(-pid!, spawnfile === 'Xvfb' ? 'SIGTERM' : 'SIGKILL');
  }
}
