import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { BrowserLauncher, SessionResult, TestRunnerPlugin } from '@web/test-runner';
import { freePort } from '../free-port.js';
import type { RunningEngine } from './engine.js';
import { findProgram } from './find-program.js';

/** Milliseconds that a program may take to start. */
const START_LIMIT = 30_000;

/** Returns the path of WebKitGTK's driver, if Xvfb is installed too. */
export function findWebKit(): string | undefined {
  return findProgram('Xvfb') && findProgram('WebKitWebDriver');
}

/**
 * Runs test files in WebKitGTK's MiniBrowser on a virtual screen. It has one window, so they run
 * one at a time.
 */
export function webkit(driver: string): RunningEngine {
  return { launcher: new WebKitLauncher(driver), plugins: [keyPlugin()] };
}

/** Starts a program that ends with this process, and doesn't keep it running. */
function startProgram(program: string, args: readonly string[], env?: NodeJS.ProcessEnv) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    // Xvfb writes the number of its display into the pipe.
    stdio: ['ignore', 'ignore', 'ignore', program === 'Xvfb' ? 'pipe' : 'ignore'],
    // Otherwise Ctrl+C in the terminal would end the screen before the browser.
    detached: true,
  });
  child.unref();
  process.once('exit', () => child.kill());
  return child;
}

/** Sends a W3C WebDriver command. */
async function post<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${url}: ${value.error}. ${value.message}`);
  return value;
}

async function waitUntilReady(driver: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT;
  while (!(await fetch(`${driver}/status`).catch(() => undefined))) {
    if (Date.now() > deadline) throw new Error('The WebKit driver didn’t start in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
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
  readonly #program: string;
  #screen: ChildProcess | undefined;
  #display = '';
  #driver: ChildProcess | undefined;
  /** The window's address at the driver. */
  #window: Promise<string> | undefined;
  #open: { readonly id: string; readonly url: string } | undefined;

  constructor(program: string) {
    this.#program = program;
  }

  async #openWindow(): Promise<string> {
    if (this.#screen === undefined) {
      const size = ['-screen', '0', '1280x1024x24'];
      this.#screen = startProgram('Xvfb', ['-displayfd', '3', ...size]);
      const output = this.#screen.stdio[3] as Socket;
      const signal = AbortSignal.timeout(START_LIMIT);
      this.#display = `:${String(await once(output, 'data', { signal })).trim()}`;
      output.unref();
    }
    const port = await freePort();
    this.#driver = startProgram(this.#program, [`--port=${port}`, '--host=127.0.0.1'], {
      DISPLAY: this.#display,
      // There may be no graphics card and no accessibility bus (`NO_AT_BRIDGE`).
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Tests take 22 s with this setting. With compositing in software, they took 37 s.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      GSK_RENDERER: 'cairo',
      NO_AT_BRIDGE: '1',
    });
    const driver = `http://127.0.0.1:${port}`;
    await waitUntilReady(driver);
    const { sessionId } = await post<{ readonly sessionId: string }>(`${driver}/session`, {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } },
    });
    return `${driver}/session/${sessionId}`;
  }

  /** Sends a WebDriver command to the window, and returns its result. */
  async send<T>(command: string, body: object): Promise<T> {
    return post(`${await (this.#window ??= this.#openWindow())}/${command}`, body);
  }

  /**
   * Ends the driver, and the browser with it. A driver can't be reused after its browser has
   * crashed, because it still counts that browser as open and refuses to start another.
   */
  #discard(): void {
    this.#driver?.kill();
    this.#window = undefined;
  }

  startSession(id: string, url: string): Promise<void> {
    this.#open = { id, url };
    return this.send('url', { url });
  }

  isActive(id: string): boolean {
    return this.#open?.id === id;
  }

  getBrowserUrl(): string | undefined {
    return this.#open?.url;
  }

  async stopSession(): Promise<SessionResult> {
    this.#open = undefined;
    // Sometimes WebKit crashes when it leaves a page. The next file then gets a new window.
    await this.send('url', { url: 'about:blank' }).catch(() => this.#discard());
    return {};
  }

  startDebugSession(): Promise<void> {
    return Promise.reject(new Error('WebKit has no debug session. Use Chromium.'));
  }

  stop(): Promise<void> {
    // Asking the driver to end could wait forever for a browser that has stalled.
    this.#discard();
    this.#screen?.kill();
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
    return this.#act({ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', x, y }] });
  }

  async sendMouseClick(id: string, x: number, y: number): Promise<void> {
    await this.sendMouseMove(id, x, y);
    const actions = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    await this.#act({ type: 'pointer', id: 'mouse', actions });
  }

  /** Acts with the keyboard or the mouse. */
  #act(source: object): Promise<void> {
    return this.send('actions', { actions: [source] });
  }
}

/** Adds `hold-key` and `release-key`. With WebDriver, the runner's own `sendKeys` does neither. */
function keyPlugin(): TestRunnerPlugin<string> {
  return {
    name: 'webkit-keys',
    async executeCommand({ command, payload: key = '', session }) {
      const type = { 'hold-key': 'keyDown', 'release-key': 'keyUp' }[command];
      if (type === undefined) return undefined;
      await (session.browser as WebKitLauncher).keys([{ type, key }]);
      return true;
    },
  };
}
