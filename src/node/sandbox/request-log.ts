import type { EnvironmentName } from './credentials.js';

/** A request and its answer as they were sent, with PINs and credentials masked. */
export interface LoggedRequest {
  /** A number that starts at 1 and goes up by one with each request. */
  readonly id: number;
  /** The arrival time on the sandbox's clock, ISO 8601. */
  readonly time: string;
  readonly environment: EnvironmentName;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    /** JSON, or null if there was no body or it was not fully understood. */
    readonly body: unknown;
  };
  /** Null if the answer was lost, or the client left before it. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** JSON, or text if the body wasn't JSON. */
    readonly body: unknown;
  } | null;
  /** The time from the request's arrival until its answer was ready. */
  readonly milliseconds: number;
}

/** The maximum number of logged requests. One more replaces the oldest. */
const MAX_REQUESTS = 500;

/** The last requests to the sandbox, and the listeners for new ones. */
export class RequestLog {
  #requests: LoggedRequest[] = [];
  #lastId = 0;
  readonly #listeners = new Set<(request: LoggedRequest) => void>();

  /** Logs a request. The caller has masked its secrets. */
  add(request: Omit<LoggedRequest, 'id'>): void {
    this.#lastId += 1;
    const logged = { id: this.#lastId, ...request };
    this.#requests.push(logged);
    if (this.#requests.length > MAX_REQUESTS) this.#requests.shift();
    for (const listener of [...this.#listeners]) listener(logged);
  }

  all(): readonly LoggedRequest[] {
    return [...this.#requests];
  }

  clear(): void {
    this.#requests = [];
  }

  /** Calls the listener with each new request. Returns a function that unsubscribes it. */
  subscribe(listener: (request: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
