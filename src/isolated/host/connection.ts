/**
 * The connection to the frame page: loads it, greets it, and reports when it does not answer.
 */
import { VERSION, type FromFrame, type FromHost, type Hello } from '../protocol.js';
import { readFromFrame } from './from-frame.js';

/** Milliseconds in which the frame page must answer. */
const ANSWER_TIME = 8_000;

/** Milliseconds until the cardholder is told that the frame page is loading. */
const SLOW_TIME = 1_000;

/** The form, as its connection sees it. */
export interface ConnectionHost {
  /** Reports that the frame page is about to be loaded, in place of the previous one. */
  handleLoadStart(): void;
  handleMessage(message: FromFrame): void;
  /** Reports that the frame page takes longer than a moment. */
  handleSlowness(): void;
  /**
   * Reports that the frame page did not answer in time: after it was loaded, or after it reloaded
   * itself.
   */
  handleTimeout(): void;
}

/** A connection to one frame page. After the first message, all others go through a port. */
export class Connection {
  readonly #host: ConnectionHost;
  #src = '';
  #port: MessagePort | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #isSlow = false;
  #resume = (): void => undefined;

  constructor(host: ConnectionHost) {
    this.#host = host;
  }

  /** The `src` of the frame. */
  get src(): string {
    return this.#src;
  }

  /** `true` if a frame page may be listening. */
  get isOpen(): boolean {
    return this.#port !== undefined;
  }

  /** `true` if the frame page has taken longer than a moment. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Loads the frame page. If it does not answer, loads it once more, bypassing the cache. */
  start(address: URL): void {
    this.#load(address.href, () => {
      // No cache can have a response for this address.
      address.searchParams.set('again', String(Date.now()));
      this.#load(address.href, () => this.#host.handleTimeout());
    });
  }

  /**
   * Greets the page that a frame has loaded. `load` also fires for a missing page and for one whose
   * headers forbid embedding, so only an answer shows that the frame page is there.
   */
  greet({ contentWindow }: HTMLIFrameElement): void {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => {
      const message = readFromFrame(data);
      if (message !== undefined) this.#host.handleMessage(message);
    };
    const hello: Hello = { kind: 'set-card-pin', version: VERSION };
    contentWindow?.postMessage(hello, new URL(this.#src).origin, [port2]);
  }

  send(message: FromHost): void {
    this.#port?.postMessage(message);
  }

  /** Stops waiting for an answer. */
  settle(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#slowTimer);
    document.removeEventListener('prerenderingchange', this.#resume);
  }

  /** Waits for an answer again, because the frame has reloaded itself. */
  expectAnswer(): void {
    this.#wait(() => this.#host.handleTimeout());
  }

  /** Closes the port. */
  close(): void {
    this.#port?.close();
    this.#port = undefined;
  }

  #load(href: string, handleTimeout: () => void): void {
    // The previous page may still answer. Its messages must be ignored.
    this.close();
    this.#src = href;
    this.#wait(handleTimeout);
    this.#host.handleLoadStart();
  }

  #wait(handleTimeout: () => void): void {
    this.settle();
    // No frame loads in a page that is prerendered.
    if ((document as { prerendering?: boolean }).prerendering) {
      this.#resume = () => this.#wait(handleTimeout);
      document.addEventListener('prerenderingchange', this.#resume, { once: true });
      return;
    }
    this.#timer = setTimeout(handleTimeout, ANSWER_TIME);
    this.#isSlow = false;
    this.#slowTimer = setTimeout(() => {
      this.#isSlow = true;
      this.#host.handleSlowness();
    }, SLOW_TIME);
  }
}
