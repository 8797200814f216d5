import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { BrowserLauncher, SessionResult, TestRunnerPlugin } from '@web/test-runner';
import { freePort } from '../free-port.js';
import type { RunningEngine } from './engine.js';
import { findProgram } from './find-program.js';

/** Milliseconds that the driver may take to start. */
const START_LIMIT = 30_000;

/** Returns the path of WebKitGTK's driver, if Xvfb is installed too. */
export function findWebKit(): string | undefined {
  return findProgram('Xvfb') && findProgram('WebKitWebDriver');
}

/**
 * Runs test files in WebKitGTK's MiniBrowser on a virtual screen. It has one window, so they run
 * one at a time.
 */
export async function webkit(executablePath: string): Promise<RunningEngine> {
  const started: ChildProcess[] = [];
  const stop = (): void => started.forEach((child) => void child.kill());
  // Also runs after Ctrl+C.
  process.once('exit', stop);
  try {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      // Otherwise Ctrl+C in the terminal would end the screen before the browser.
      detached: true,
    });
    started.push(screen);
    const display = `:${await displayNumberOf(screen)}`;
    const launcher = new WebKitLauncher(() => startDriver(executablePath, display, started));
    return { launcher, plugins: [keyPlugin()], stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Sends a W3C WebDriver command to one browser window, and returns its result. */
type WebDriverSession = <T>(command: string, body: object) => Promise<T>;

/** Opens a window. The driver knows the path of its MiniBrowser. */
async function startSession(driver: string): Promise<WebDriverSession> {
  const { sessionId } = await post<{ readonly sessionId: string }>(`${driver}/session`, {
    capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } },
  });
  return (command, body) => post(`${driver}/session/${sessionId}/${command}`, body);
}

async function post<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${url}: ${value.error}. ${value.message}`);
  return value;
}

/** A WebKitWebDriver process. It drives one browser at a time. */
interface Driver {
  readonly address: string;
  stop(): void;
}

/**
 * Starts a driver on a display.
 *
 * @param started - List of processes to end later. The new process is added to it.
 */
async function startDriver(
  program: string,
  display: string,
  started: ChildProcess[],
): Promise<Driver> {
  const port = await freePort();
  const child = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      DISPLAY: display,
      // There may be no graphics card and no accessibility bus (`NO_AT_BRIDGE`).
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Tests take 22 s with this setting. With compositing in software, they took 37 s.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      GSK_RENDERER: 'cairo',
      NO_AT_BRIDGE: '1',
    },
  });
  started.push(child);
  const address = `http://127.0.0.1:${port}`;
  await waitUntilReady(address);
  return { address, stop: () => void child.kill() };
}

/** Resolves to the number of the display, which Xvfb writes to file descriptor 3. */
function displayNumberOf(screen: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    (screen.stdio[3] as Readable).once('data', (data) => resolve(String(data).trim()));
    screen.once('error', reject).once('exit', () => reject(new Error('Xvfb did not start.')));
  });
}

async function waitUntilReady(address: string): Promise<void> {
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

/** WebDriver's code points for keys that don't type a character, by `KeyboardEvent.key`. */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\ue003',
  Tab: '\ue004',
  Enter: '\ue007',
  Shift: '\ue008',
  Control: '\ue009',
  Alt: '\ue00a',
  End: '\ue010',
  Home: '\ue011',
  ArrowLeft: '\ue012',
  ArrowRight: '\ue014',
  Delete: '\ue017',
  Meta: '\ue03d',
};

/**
 * Runs test files in one window, one at a time. Its `type` and the methods that the runner's
 * commands call are those of `@web/test-runner-webdriver`. We don't use that package, because it
 * needs all of WebdriverIO and can't hold a key down.
 */
export class WebKitLauncher implements BrowserLauncher {
  name = 'webkit';
  readonly type = 'webdriver';
  readonly concurrency = 1;
  readonly #startDriver: () => Promise<Driver>;
  #driver: Driver | undefined;
  #isStopped = false;
  #session: Promise<WebDriverSession> | undefined;
  #open: { readonly id: string; readonly url: string } | undefined;

  constructor(startDriver: () => Promise<Driver>) {
    this.#startDriver = startDriver;
  }

  get session(): Promise<WebDriverSession> {
    return (this.#session ??= this.#start());
  }

  async #start(): Promise<WebDriverSession> {
    if (!this.#isStopped) this.#driver = await this.#startDriver();
    // The launcher may have been stopped meanwhile. A driver that nobody stops would keep the
    // process running.
    if (this.#isStopped) this.#discard();
    if (this.#driver === undefined) throw new Error('WebKit has been stopped.');
    return startSession(this.#driver.address);
  }

  /**
   * Ends the driver, and the browser with it. A driver can't be reused after its browser has
   * crashed, because it still counts that browser as open and refuses to start another.
   */
  #discard(): void {
    this.#driver?.stop();
    this.#driver = undefined;
    this.#session = undefined;
  }

  startSession(id: string, url: string): Promise<void> {
    this.#open = { id, url };
    return this.#send('url', { url });
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
      await this.#send('url', { url: 'about:blank' });
    } catch {
      // Sometimes WebKit crashes when it leaves a page. The next file then gets a new session.
      this.#discard();
    }
    return {};
  }

  startDebugSession(): Promise<void> {
    return Promise.reject(new Error('WebKit has no debug session. Use Chromium.'));
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    // Asking the session to end could wait forever for a browser that has stalled.
    this.#discard();
    return Promise.resolve();
  }

  /** Presses and releases keys, or a text's characters, one by one. */
  sendKeys(_id: string, keys: readonly string[]): Promise<void> {
    // The runner splits a text into UTF-16 code units. Join them to keep surrogate pairs together.
    const characters = keys.length > 1 ? [...keys.join('')] : keys;
    return this.keys(
      characters.flatMap((key) => ['keyDown', 'keyUp'].map((type) => ({ type, key }))),
    );
  }

  keys(actions: readonly { readonly type: string; readonly key: string }[]): Promise<void> {
    const values = actions.map(({ type, key }) => ({ type, value: KEYS[key] ?? key }));
    return this.#act({ type: 'key', id: 'keyboard', actions: values });
  }

  sendMouseMove(_id: string, x: number, y: number): Promise<void> {
    return this.#act({
      type: 'pointer',
      id: 'mouse',
      actions: [{ type: 'pointerMove', x, y }],
    });
  }

  async sendMouseClick(id: string, x: number, y: number): Promise<void> {
    await this.sendMouseMove(id, x, y);
    const actions = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    await this.#act({ type: 'pointer', id: 'mouse', actions });
  }

  /** Acts with the keyboard or the mouse. */
  #act(source: object): Promise<void> {
    return this.#send('actions', { actions: [source] });
  }

  async #send(command: string, body: object): Promise<void> {
    await (
      await this.session
    )(command, body);
  }
}

/** Adds `hold-key` and `release-key`. With WebDriver, the runner's own `sendKeys` does neither. */
function keyPlugin(): TestRunnerPlugin<string> {
  return {
    name: 'webkit-keys',
    async executeCommand({ command, payload: key = '', session }) {
      if (command !== 'hold-key' && command !== 'release-key') return undefined;
      const type = command === 'hold-key' ? 'keyDown' : 'keyUp';
      await (session.browser as WebKitLauncher).keys([{ type, key }]);
      return true;
    },
  };
}
