/**
 * A page that is driven by Chromium's protocol alone. Playwright enables `Runtime` in its pages,
 * which doubles the time that some contestants take, and leaves that of others.
 */
import type { Browser, CDPSession } from 'playwright-core';

/** Size of every page's window. The same for all, so that layout and paint cost the same. */
const WINDOW = { width: 800, height: 900 };

/** A message of the protocol. An answer has an `id`, an event has a `method`. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

type Listener = (params: never) => void;

/** A session with a page, or with a frame that has its own process. */
export class Session {
  readonly #post: (message: string) => Promise<unknown>;
  readonly #answers = new Map<number, (answer: Message) => void>();
  readonly #listeners = new Map<string, Listener>();
  #lastId = 0;
  /** Sessions with the frames of other processes, once {@link attachToFrames} was called. */
  readonly frames: Session[] = [];

  constructor(post: (message: string) => Promise<unknown>) {
    this.#post = post;
  }

  /**
   * Sends a command.
   *
   * @throws {Error} If the browser refuses it.
   */
  async send<T>(method: string, params: object = {}): Promise<T> {
    const id = (this.#lastId += 1);
    const answered = new Promise<Message>((resolve) => this.#answers.set(id, resolve));
    await this.#post(JSON.stringify({ id, method, params }));
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result as T;
  }

  /** Calls a function for each event of a kind. */
  on(method: string, listener: Listener): void {
    this.#listeners.set(method, listener);
  }

  /** Takes a message of the browser. */
  receive(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.id !== undefined) this.#answers.get(message.id)?.(message);
    else this.#listeners.get(message.method!)?.(message.params as never);
  }

  /**
   * Attaches to the frames of other processes, and to those that come later.
   *
   * @param prepare - Called with each new frame, which waits meanwhile.
   */
  async attachToFrames(prepare?: (frame: Session) => Promise<unknown>): Promise<void> {
    const byId = new Map<string, Session>();
    this.on('Target.attachedToTarget', ({ sessionId }: { sessionId: string }) => {
      const frame = new Session((message) =>
        this.send('Target.sendMessageToTarget', { sessionId, message }),
      );
      byId.set(sessionId, frame);
      this.frames.push(frame);
      void prepare?.(frame).then(() => frame.send('Runtime.runIfWaitingForDebugger'));
    });
    this.on('Target.receivedMessageFromTarget', (event: { sessionId: string; message: string }) =>
      byId.get(event.sessionId)?.receive(event.message),
    );
    await this.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: prepare !== undefined,
      flatten: false,
    });
  }

  /**
   * Evaluates an expression, and waits for its promise.
   *
   * @throws {Error} If it throws.
   */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send<{
      result: { value: T };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? 'The page threw an exception.');
    return result.value;
  }
}

/** A page in its own profile. */
export class RawPage extends Session {
  readonly #close: () => Promise<unknown>;

  private constructor(post: (message: string) => Promise<unknown>, close: () => Promise<unknown>) {
    super(post);
    this.#close = close;
  }

  /** Opens a page and waits until it is loaded. */
  static async open(browser: Browser, url: string): Promise<RawPage> {
    // Playwright leaves alone pages in a profile that it has not made.
    const root = await browser.newBrowserCDPSession();
    const { browserContextId } = await root.send('Target.createBrowserContext', {});
    const { targetId } = await root.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      ...WINDOW,
    });
    const { sessionId } = await root.send('Target.attachToTarget', { targetId });
    const page = new RawPage(
      (message) => root.send('Target.sendMessageToTarget', { sessionId, message }),
      async () => {
        await root.send('Target.disposeBrowserContext', { browserContextId });
        await root.detach();
      },
    );
    onMessage(root, (message) => page.receive(message));
    await page.send('Page.enable');
    const loaded = new Promise<void>((resolve) => page.on('Page.loadEventFired', () => resolve()));
    await page.send('Page.navigate', { url });
    await loaded;
    await page.send('Page.disable');
    return page;
  }

  /** Presses a key: a digit, `Tab` or `Backspace`. */
  async press(key: string): Promise<void> {
    const code = KEY_CODES[key] ?? key.charCodeAt(0);
    const event = { key, code: /\d/.test(key) ? `Digit${key}` : key, windowsVirtualKeyCode: code };
    const typed = /\d/.test(key) ? { type: 'keyDown', text: key } : { type: 'rawKeyDown' };
    await this.send('Input.dispatchKeyEvent', { ...event, ...typed });
    await this.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
  }

  async close(): Promise<void> {
    await this.#close();
  }
}

/** Virtual key codes of Windows, which Chromium uses everywhere. */
const KEY_CODES: Readonly<Record<string, number>> = { Tab: 9, Backspace: 8 };

/** Playwright has types for this event only with `flatten: true`, without its own sessions. */
function onMessage(root: CDPSession, take: (message: string) => void): void {
  root.on('Target.receivedMessageFromTarget', ({ message }) => take(message));
}
