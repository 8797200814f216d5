import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { BrowserLauncher, SessionResult, TestRunnerPlugin } from '@web/test-runner';
import { freePort } from '../free-port.js';
import type { RunningEngine } from './engine.js';
import { findProgram } from './find-program.js';
import { WebDriverSession } from './webdriver.js';

/** Where Debian and its kin have the folders of WebKitGTK's versions, each with a MiniBrowser. */
const PLACES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec'];

/** Milliseconds in which the driver must be ready. */
const START_LIMIT = 30_000;

/** WebKitGTK's MiniBrowser, if what drives it is there too. */
export function findWebKit(): string | undefined {
  if (!findProgram('WebKitWebDriver') || !findProgram('Xvfb')) return undefined;
  return PLACES.filter(existsSync)
    .flatMap((place) =>
      readdirSync(place)
        .filter((name) => name.startsWith('webkit2gtk-'))
        .map((name) => `${place}/${name}/MiniBrowser`),
    )
    .find(existsSync);
}

/** A MiniBrowser on a screen that nobody sees, with one window: one file at a time. */
export async function webkit(executablePath: string): Promise<RunningEngine> {
  const started: ChildProcess[] = [];
  const stop = (): void => started.forEach((child) => void child.kill());
  // Ctrl+C ends in it too.
  process.once('exit', stop);
  try {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      // Not by the terminal's Ctrl+C, before the browser.
      detached: true,
    });
    started.push(screen);
    const display = `:${await firstLineOf(screen)}`;
    const launcher = new WebKitLauncher(() => startDriver(display, started), executablePath);
    return { launcher, plugins: [handsPlugin(), eyesPlugin()], concurrency: 1, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** A WebKitWebDriver process. It drives one browser at a time. */
interface Driver {
  readonly address: string;
  stop(): void;
}

/** @param started - Gets the process, to be ended with the launcher. */
async function startDriver(display: string, started: ChildProcess[]): Promise<Driver> {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      DISPLAY: display,
      // There is no graphics card, and nobody to hear from the session's bus.
      LIBGL_ALWAYS_SOFTWARE: '1',
      // A processor that plays the card took 37 s for tests that take 22 s so.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      GSK_RENDERER: 'cairo',
      NO_AT_BRIDGE: '1',
    },
  });
  started.push(child);
  const address = `http://127.0.0.1:${port}`;
  await isReady(address);
  return { address, stop: () => void child.kill() };
}

/** Xvfb writes the number of its display there. */
function firstLineOf(screen: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    (screen.stdio[3] as Readable).once('data', (data) => resolve(String(data).trim()));
    screen.once('error', reject).once('exit', () => reject(new Error('Xvfb does not start')));
  });
}

async function isReady(address: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT;
  for (;;) {
    try {
      return void (await fetch(`${address}/status`));
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The keys that WebDriver knows by code points of its own, by the names that pages see. */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\ue003',
  Tab: '\ue004',
  Enter: '\ue007',
  Shift: '\ue008',
  Control: '\ue009',
  Alt: '\ue00a',
  Escape: '\ue00c',
  PageUp: '\ue00e',
  PageDown: '\ue00f',
  End: '\ue010',
  Home: '\ue011',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
  Insert: '\ue016',
  Delete: '\ue017',
  Meta: '\ue03d',
};

/**
 * Runs one test file after the other in one window. The type and what the runner's own commands call are those of
 * `@web/test-runner-webdriver`, which brings all of WebdriverIO, and presses no key that is not let go at once.
 */
export class WebKitLauncher implements BrowserLauncher {
  readonly name = 'WebKit';
  readonly type = 'webdriver';
  readonly concurrency = 1;
  readonly #startDriver: () => Promise<Driver>;
  readonly #program: string;
  #driver: Driver | undefined;
  #session: Promise<WebDriverSession> | undefined;
  #open: { readonly id: string; readonly url: string } | undefined;

  constructor(startDriver: () => Promise<Driver>, program: string) {
    this.#startDriver = startDriver;
    this.#program = program;
  }

  get session(): Promise<WebDriverSession> {
    return (this.#session ??= this.#start());
  }

  async #start(): Promise<WebDriverSession> {
    this.#driver = await this.#startDriver();
    return WebDriverSession.start(this.#driver.address, {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: this.#program, args: ['--automation'] },
    });
  }

  /** Ends the browser with its driver, which counts a browser that broke down as open, and starts no other. */
  #discard(): void {
    this.#driver?.stop();
    this.#driver = undefined;
    this.#session = undefined;
  }

  async startSession(id: string, url: string): Promise<void> {
    this.#open = { id, url };
    await (await this.session).open(url);
  }

  isActive(id: string): boolean {
    return this.#open?.id === id;
  }

  getBrowserUrl(): string | undefined {
    return this.#open?.url;
  }

  async stopSession(): Promise<SessionResult> {
    this.#open = undefined;
    try {
      await (await this.session).open('about:blank');
    } catch {
      // Now and then a page of WebKit's breaks down as it is left, and the session with it: the next file has a new one.
      this.#discard();
    }
    return {};
  }

  startDebugSession(): Promise<void> {
    return Promise.reject(new Error('WebKit is for test runs alone.'));
  }

  async stop(): Promise<void> {
    // The session may not have started, or may have broken down.
    await this.#session?.then((session) => session.end()).catch(() => undefined);
    this.#discard();
  }

  /** Presses keys, or the characters of a text, one after the other. */
  async sendKeys(_id: string, keys: readonly string[]): Promise<void> {
    // The runner takes a text apart in the middle of a character that is beyond 16 bits.
    const whole = keys.length > 1 ? [...keys.join('')] : keys;
    await this.keys(whole.flatMap((key) => ['keyDown', 'keyUp'].map((type) => ({ type, key }))));
  }

  async keys(strokes: readonly { readonly type: string; readonly key: string }[]): Promise<void> {
    await (
      await this.session
    ).act({
      type: 'key',
      id: 'keyboard',
      actions: strokes.map(({ type, key }) => ({ type, value: KEYS[key] ?? key })),
    });
  }

  async sendMouseMove(_id: string, x: number, y: number): Promise<void> {
    await this.#mouse({ type: 'pointerMove', x, y });
  }

  async sendMouseClick(_id: string, x: number, y: number): Promise<void> {
    await this.#mouse(
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    );
  }

  async #mouse(...actions: readonly object[]): Promise<void> {
    await (await this.session).act({ type: 'pointer', id: 'mouse', actions });
  }
}

/** `hold-key` and `release-key`: the runner's own `sendKeys` does neither by WebDriver. */
function handsPlugin(): TestRunnerPlugin<string> {
  return {
    name: 'webkit-hands',
    async executeCommand({ command, payload: key = '', session }) {
      if (command !== 'hold-key' && command !== 'release-key') return undefined;
      const type = command === 'hold-key' ? 'keyDown' : 'keyUp';
      await (session.browser as WebKitLauncher).keys([{ type, key }]);
      return true;
    },
  };
}

/**
 * `webkit-names` resolves to the roles and names of the elements that the page has put into a variable of that name; to none where one
 * of them has left the page meanwhile.
 */
function eyesPlugin(): TestRunnerPlugin<string> {
  return {
    name: 'webkit-eyes',
    async executeCommand({ command, payload, session }) {
      if (command !== 'webkit-names') return undefined;
      const driver = await (session.browser as WebKitLauncher).session;
      try {
        const elements = await driver.run<readonly object[]>(`return ${payload}`);
        return await Promise.all(elements.map((element) => driver.accessibilityOf(element)));
      } catch (error) {
        if (String(error).includes('stale element reference')) return [];
        throw error;
      }
    },
  };
}
