import type { EnvironmentName } from './credentials.js';

/** A request and its answer as they went over the wire, with PINs and credentials masked. */
export interface LoggedRequest {
  /** Counts from 1 since the sandbox's start. */
  readonly id: number;
  /** When the request arrived, on the sandbox's clock: ISO 8601. */
  readonly time: string;
  readonly environment: EnvironmentName;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    /** JSON with PINs masked; null where there was none, or one that was not understood in every part. */
    readonly body: unknown;
  };
  /** Null when the answer was lost, or the client left before it. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** JSON, or text when it wasn't JSON. */
    readonly body: unknown;
  } | null;
  /** From the request's arrival until its answer was ready to go. */
  readonly milliseconds: number;
}

/** The requests that are kept; the oldest go first. */
const MOST_REQUESTS = 500;

/** The last requests to the sandbox, and whoever wants to hear of the next ones. */
export class RequestLog {
  #requests: LoggedRequest[] = [];
  #lastId = 0;
  readonly #listeners = new Set<(request: LoggedRequest) => void>();

  /** Takes a request whose secrets are masked. */
  add(request: Omit<LoggedRequest, 'id'>): void {
    this.#lastId += 1;
    const logged = { id: this.#lastId, ...request };
    this.#requests.push(logged);
    if (this.#requests.length > MOST_REQUESTS) this.#requests.shift();
    for (const listener of [...this.#listeners]) listener(logged);
  }

  all(): readonly LoggedRequest[] {
    return [...this.#requests];
  }

  clear(): void {
    this.#requests = [];
  }

  /** Calls the listener with each request from now on, until the returned function is called. */
  subscribe(listener: (request: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
