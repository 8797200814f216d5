/**
 * A page that is driven by Chromium's protocol alone. Playwright enables `Runtime` in its pages,
 * which doubles the time that some contestants take, and leaves that of others.
 */
import type { Browser } from 'playwright-core';

type Answer = { readonly result: unknown; readonly error?: { readonly message: string } };

/** A session with a page, or with a frame that has its own process. */
export class Session {
  readonly #answers = new Map<number, (answer: Answer) => void>();
  readonly listeners = new Map<string, (params: never) => void>();
  /** Sessions with the frames of other processes, once {@link attachToFrames} was called. */
  readonly frames: Session[] = [];

  constructor(readonly post: (message: string) => Promise<unknown>) {}

  async send<T>(method: string, params: object = {}): Promise<T> {
    const id = this.#answers.size;
    const answered = new Promise<Answer>((resolve) => this.#answers.set(id, resolve));
    await this.post(JSON.stringify({ id, method, params }));
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result as T;
  }

  receive(text: string): void {
    const message = JSON.parse(text) as Answer & { id: number; method: string; params: never };
    this.#answers.get(message.id)?.(message);
    this.listeners.get(message.method)?.(message.params);
  }

  /** Attaches to all frames of other processes. A new one waits until it is prepared. */
  async attachToFrames(prepare = (_: Session) => Promise.resolve<unknown>(0)): Promise<void> {
    const byId = new Map<string, Session>();
    this.listeners.set('Target.attachedToTarget', ({ sessionId }: { sessionId: string }) => {
      const frame = new Session((message) =>
        this.send('Target.sendMessageToTarget', { sessionId, message }),
      );
      byId.set(sessionId, frame);
      this.frames.push(frame);
      void prepare(frame).then(() => frame.send('Runtime.runIfWaitingForDebugger'));
    });
    this.listeners.set(
      'Target.receivedMessageFromTarget',
      (event: { sessionId: string; message: string }) =>
        byId.get(event.sessionId)?.receive(event.message),
    );
    const settings = { autoAttach: true, waitForDebuggerOnStart: true, flatten: false };
    await this.send('Target.setAutoAttach', settings);
  }

  /** Evaluates an expression, and waits for its promise. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send<{
      result: { value: T };
      exceptionDetails?: object;
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }

  /** Presses a key: a digit, `Tab` or `Backspace`. */
  async press(key: string): Promise<void> {
    const code = { Tab: 9, Backspace: 8 }[key] ?? key.charCodeAt(0);
    const isDigit = key.length === 1;
    const event = { key, code: isDigit ? `Digit${key}` : key, windowsVirtualKeyCode: code };
    const down = { ...event, type: 'keyDown', ...(isDigit && { text: key }) };
    await this.send('Input.dispatchKeyEvent', down);
    await this.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
  }
}

/** Opens a page in a profile of its own, calls a function with it, and closes it. */
export async function withPage<T>(
  browser: Browser,
  url: string,
  use: (page: Session) => Promise<T>,
): Promise<T> {
  // Playwright leaves alone pages in a profile that it has not made.
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send('Target.createBrowserContext', {});
  try {
    const target = { url: 'about:blank', browserContextId, width: 800, height: 900 };
    const { targetId } = await root.send('Target.createTarget', target);
    const { sessionId } = await root.send('Target.attachToTarget', { targetId });
    const page = new Session((message) =>
      root.send('Target.sendMessageToTarget', { sessionId, message }),
    );
    root.on('Target.receivedMessageFromTarget', ({ message }) => page.receive(message));
    await page.send('Page.enable');
    const loaded = new Promise<void>((resolve) =>
      page.listeners.set('Page.loadEventFired', () => resolve()),
    );
    await page.send('Page.navigate', { url });
    await loaded;
    await page.send('Page.disable');
    return await use(page);
  } finally {
    await root.send('Target.disposeBrowserContext', { browserContextId });
    await root.detach();
  }
}
