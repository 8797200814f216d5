/**
 * The connection to the frame page: loads it, greets it, and reports when it does not answer.
 */
import { VERSION, type FromFrame, type FromHost, type Hello } from '../protocol.js';
import { readFromFrame } from './from-frame.js';

/** Milliseconds in which the frame page must answer. */
const ANSWER_TIME = 8_000;

/** What a connection asks of its form. */
export interface ConnectionHost {
  /** The frame page is about to be loaded: what was loaded before is gone. */
  handleLoadStart(): void;
  handleMessage(message: FromFrame): void;
  /** The frame page did not answer in time, or not again after a reload of its own. */
  handleSilence(): void;
}

/** The way to one frame page. Every message after the first travels through a port. */
export class Connection {
  readonly #host: ConnectionHost;
  #src = '';
  #port: MessagePort | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ConnectionHost) {
    this.#host = host;
  }

  /** The `src` of the frame. */
  get src(): string {
    return this.#src;
  }

  /** Whether somebody may be listening. */
  get isOpen(): boolean {
    return this.#port !== undefined;
  }

  /** Loads the frame page. If it does not answer, loads it once more, past the cache. */
  start(address: URL): void {
    this.#load(address.href, () => {
      // No cache has this address.
      address.searchParams.set('again', String(Date.now()));
      this.#load(address.href, () => this.#host.handleSilence());
    });
  }

  /**
   * Greets the page that a frame has loaded. `load` is also raised for a missing page, and for one whose headers forbid embedding it,
   * so only an answer shows that the frame page is there.
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

  say(message: FromHost): void {
    this.#port?.postMessage(message);
  }

  /** Stops waiting for an answer. */
  settle(): void {
    clearTimeout(this.#timer);
  }

  /** Waits for an answer again: the frame has reloaded by itself. */
  expectAnswer(): void {
    this.#wait(() => this.#host.handleSilence());
  }

  /** Closes the port. */
  close(): void {
    this.#port?.close();
    this.#port = undefined;
  }

  #load(href: string, handleSilence: () => void): void {
    // A page that was loaded before may still answer, and must not be heard.
    this.close();
    this.#src = href;
    this.#wait(handleSilence);
    this.#host.handleLoadStart();
  }

  #wait(handleSilence: () => void): void {
    this.settle();
    this.#timer = setTimeout(handleSilence, ANSWER_TIME);
  }
}
