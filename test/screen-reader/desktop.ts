/**
 * A desktop with Orca, on a virtual display: its own session bus, its own home folder, and a speech
 * module that writes a log. It ends only what it has started.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFirefox, findProgram } from '../../tools/browsers/engines/find-program.js';
import { findInstalledBrowser } from '../../tools/browsers/find-browser.js';
import { until } from '../support/until.js';

export type BrowserName = 'firefox' | 'chromium';

/** Milliseconds for a program to start, or for something to be said, on two busy processors. */
export const LIMIT = 60_000;

const PROGRAMS = ['Xvfb', 'openbox', 'xdotool', 'dbus-daemon', 'speech-dispatcher', 'orca'];

/** Debian's packages with these programs and the browsers. */
const PACKAGES = 'orca dbus xvfb openbox xdotool speech-dispatcher firefox-esr chromium';

/** Returns what is missing and how to install it; `undefined` if nothing is missing. */
export function whatIsMissing(): string | undefined {
  const missing = PROGRAMS.filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return undefined;
  return `A screen reader can’t run without ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${PACKAGES}`;
}

/** Keeps Firefox from opening windows and notices of its own. */
const PREFERENCES = {
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'termsofuse.bypassNotification': true,
};

export class Desktop {
  readonly #home = mkdtempSync(join(tmpdir(), 'screen-reader-'));
  readonly #log = join(this.#home, 'speech.jsonl');
  readonly #running = new Set<ChildProcess>();
  readonly #env: NodeJS.ProcessEnv = {
    PATH: [this.#home, process.env.PATH].join(delimiter),
    HOME: this.#home,
    XDG_RUNTIME_DIR: this.#home,
    LC_ALL: 'C.UTF-8',
    SPEECH_LOG: this.#log,
    ACCESSIBILITY_ENABLED: '1',
    GNOME_ACCESSIBILITY: '1',
    GSETTINGS_BACKEND: 'memory',
  };

  /** Starts everything but the browser. */
  async start(): Promise<void> {
    process.once('exit', () => this.#kill());
    // These would leave what was started.
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
    writeFileSync(this.#log, '');
    const module = fileURLToPath(new URL('speech-module.mjs', import.meta.url));
    this.#write(
      '.config/speech-dispatcher/speechd.conf',
      `AddModule "transcript" "${module}" ""\nDefaultModule transcript\nDefaultLanguage "en"\n`,
    );
    const profile = { profile: ['Default', 'default'], sayAllOnLoad: false };
    const settings = {
      general: { ...profile, startingProfile: profile.profile, enableSound: false },
      profiles: { default: { ...profile, pageSummaryOnLoad: false } },
      pronunciations: {},
      keybindings: {},
    };
    this.#write('.local/share/orca/user-settings.conf', JSON.stringify(settings));
    // Orca stops if `pgrep` finds another Orca of this user. This desktop has its own.
    this.#write('pgrep', '#!/bin/sh\nexit 1\n');
    // `-r`: a key that is held types once.
    const xvfb = ['-r', '-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'];
    this.#env.DISPLAY = `:${await this.#firstLine(3, 'Xvfb', ...xvfb)}`;
    const bus = ['--session', '--nofork', '--print-address'];
    this.#env.DBUS_SESSION_BUS_ADDRESS = await this.#firstLine(1, 'dbus-daemon', ...bus);
    this.#spawn('openbox');
    this.#spawn('speech-dispatcher', '--run-single');
    const socket = join(this.#home, 'speech-dispatcher', 'speechd.sock');
    await until('Speech Dispatcher', () => existsSync(socket), LIMIT);
    // The message starts the accessibility bus.
    for (const name of ['IsEnabled', 'ScreenReaderEnabled'])
      await this.#run(
        'dbus-send',
        ...['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'],
        'org.freedesktop.DBus.Properties.Set',
        ...['string:org.a11y.Status', `string:${name}`, 'variant:boolean:true'],
      );
    // Never with --replace, which would end another Orca.
    this.#spawn('orca');
    const isOn = () => this.said().some((text) => /screen reader on/i.test(text));
    await until('Orca', isOn, LIMIT);
  }

  /** Ends what was started, also if it was started in part. */
  async close(): Promise<void> {
    const ends = [...this.#running].map((child) => once(child, 'exit'));
    this.#kill();
    await Promise.all(ends);
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Opens a page in a new window, and waits until it can get keys. */
  async open(browser: BrowserName, url: string, title: string): Promise<void> {
    const profile = join(this.#home, browser);
    if (browser === 'firefox') {
      const lines = Object.entries(PREFERENCES).map(
        ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
      );
      this.#write(join(browser, 'user.js'), lines.join('\n'));
      this.#spawn(findFirefox()!, '--no-remote', '--profile', profile, '--new-window', url);
    } else {
      this.#spawn(
        await findInstalledBrowser(),
        ...['--no-sandbox', '--force-renderer-accessibility', '--no-first-run', '--disable-gpu'],
        ...['--password-store=basic', '--disable-background-networking'],
        ...[`--user-data-dir=${profile}`, url],
      );
    }
    let window = '';
    await until('the browser’s window', async () => {
      window = (await this.#run('xdotool', 'search', '--onlyvisible', '--name', title)).trim();
      return window !== '';
    });
    await this.#run('xdotool', 'windowactivate', '--sync', window.split('\n').at(-1)!);
  }

  /** Presses a key, by its name in X. `down Tab` only presses, `up Tab` releases. */
  async press(key: string): Promise<void> {
    const [name, kind = ''] = key.split(' ').reverse();
    await this.#run('xdotool', `key${kind}`, '--delay', '60', name!);
  }

  /** Returns everything that was said. */
  said(): readonly string[] {
    const lines = readFileSync(this.#log, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as string);
  }

  #write(path: string, text: string): void {
    const whole = join(this.#home, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text, { mode: 0o755 });
  }

  #spawn(program: string, ...args: readonly string[]): ChildProcess {
    const child = spawn(program, args, {
      env: this.#env,
      // With its own process group, so that what it starts ends with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    child.stdout!.resume();
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  /** Starts a program, and returns the first line that it writes to a file descriptor. */
  async #firstLine(descriptor: 1 | 3, program: string, ...args: string[]): Promise<string> {
    const output = this.#spawn(program, ...args).stdio[descriptor]!;
    const [data] = (await once(output, 'data', { signal: AbortSignal.timeout(LIMIT) })) as [Buffer];
    return String(data).split('\n')[0]!.trim();
  }

  #kill(): void {
    for (const { pid, spawnfile } of this.#running)
      // Xvfb has to remove its lock.
      process.kill(-pid!, spawnfile === 'Xvfb' ? 'SIGTERM' : 'SIGKILL');
  }

  /** Runs a program to its end, and returns what it writes. */
  async #run(program: string, ...args: readonly string[]): Promise<string> {
    const child = spawn(program, args, { env: this.#env, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await once(child, 'close');
    return output;
  }
}
