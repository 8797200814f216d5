import type { LoggedRequest } from './logged-request.js';

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
