/**
 * The routes of the sandbox's control interface that the playground uses.
 */
import type { CardState } from '../../src/node/sandbox/cards.js';
import type { LoggedRequest } from '../../src/node/sandbox/log.js';

export interface SandboxListener {
  /** Called for each request to the sandbox, with PINs and credentials masked. */
  readonly onRequest: (request: LoggedRequest) => void;
  /** Called each time the connection opens or breaks. */
  readonly onConnectedChange: (isConnected: boolean) => void;
}

/** Milliseconds before the next try to reconnect. */
const RECONNECT_DELAY = 2000;

/** A connection to one sandbox. It reconnects by itself. */
export class SandboxConnection {
  readonly #control: string;
  readonly #listener: SandboxListener;
  #stream: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param control - The base URL of the control interface. */
  constructor(control: string, listener: SandboxListener) {
    this.#control = control;
    this.#listener = listener;
  }

  open(): void {
    const stream = new EventSource(`${this.#control}/requests/stream`);
    this.#stream = stream;
    stream.onopen = () => this.#listener.onConnectedChange(true);
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      this.#listener.onRequest(JSON.parse(data) as LoggedRequest);
    };
    stream.onerror = () => {
      // Not every browser reconnects by itself.
      this.close();
      this.#listener.onConnectedChange(false);
      this.#timer = setTimeout(() => this.open(), RECONNECT_DELAY);
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stream?.close();
  }

  /** Moves the service's clock forward. Rejects if the sandbox is not running. */
  async advanceClock(seconds: number): Promise<void> {
    const response = await fetch(`${this.#control}/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ advanceSeconds: seconds }),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
  }

  /** Returns the state of a card at the service. Rejects if the sandbox is not running. */
  async card(id: string): Promise<CardState> {
    const response = await fetch(`${this.#control}/cards/${id}`);
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
    return (await response.json()) as CardState;
  }
}
