/**
 * The sandbox's control interface, as far as the playground uses it.
 */
import type { CardState } from '../../src/node/sandbox/card-registry.js';
import type { LoggedRequest } from '../../src/node/sandbox/request-log.js';

/** Who hears of what goes on at the sandbox. */
export interface SandboxListener {
  /** A request was answered; PINs and credentials in it are masked. */
  readonly request: (request: LoggedRequest) => void;
  /** Whether the sandbox is there, each time that changes. */
  readonly there: (there: boolean) => void;
}

/** How long to wait before asking again for a sandbox that has gone away, in milliseconds. */
const PAUSE = 2000;

/** A link to one sandbox, which comes back by itself when the sandbox does. */
export class SandboxLink {
  readonly #control: string;
  readonly #listener: SandboxListener;
  #stream: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param control what the routes of the control interface begin with */
  constructor(control: string, listener: SandboxListener) {
    this.#control = control;
    this.#listener = listener;
  }

  open(): void {
    const stream = new EventSource(`${this.#control}/requests/stream`);
    this.#stream = stream;
    stream.onopen = () => this.#listener.there(true);
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      this.#listener.request(JSON.parse(data) as LoggedRequest);
    };
    stream.onerror = () => {
      // Browsers differ in whether they try again by themselves.
      this.close();
      this.#listener.there(false);
      this.#timer = setTimeout(() => this.open(), PAUSE);
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stream?.close();
  }

  /** Moves the service's clock forwards. Rejects when the sandbox has gone away. */
  async advanceClock(seconds: number): Promise<void> {
    const response = await fetch(`${this.#control}/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ advanceSeconds: seconds }),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
  }

  /** What the service knows of a card. Rejects when the sandbox has gone away. */
  async card(id: string): Promise<CardState> {
    const response = await fetch(`${this.#control}/cards/${id}`);
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
    return (await response.json()) as CardState;
  }
}
