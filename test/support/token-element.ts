/** An element with client tokens and a fake clock, without a browser. */
import { mock } from 'node:test';
import type { ClientToken } from '../../src/service/client-token.js';
import {
  ClientTokens,
  type ClientTokenProvider,
  type TokenGrant,
  type TokenNeed,
} from '../../src/service/client-tokens.js';

/** The time at which each test starts. */
export const NOW = Date.parse('2026-09-03T12:00:00.000Z');

export const MINUTE = 60_000;

/** The page's side of client tokens, and the submits that use them. */
export class TokenElement {
  getClientToken: ClientTokenProvider | undefined;
  tokenTimeout = 30;
  /** The state of the fields. */
  entry: 'empty' | 'typed' | 'set' = 'typed';
  /** The page's listener for token requests. */
  onRequest: (need: TokenNeed) => void = () => {};
  /** The reasons of the requests to the page, with `pending` if a submit waits for the token. */
  readonly requests: string[] = [];
  readonly needs: TokenNeed[] = [];
  /** True if a submit waits for a token. */
  waiting = false;
  readonly #tokens = new ClientTokens({
    provider: () => this.getClientToken,
    timeout: () => this.tokenTimeout,
    entry: () => this.entry,
    request: (need) => {
      this.requests.push(`${need.reason}${need.pending ? ' pending' : ''}`);
      this.needs.push(need);
      this.onRequest(need);
    },
  });
  #submit = new AbortController();
  readonly #onWait = () => void (this.waiting = true);

  constructor(connected = true) {
    if (connected) this.connect();
  }

  connect(): void {
    this.#tokens.watch();
  }

  disconnect(): void {
    this.#tokens.forget();
  }

  /** Supplies a token, as a property or an attribute of the element does. */
  supply(token: unknown, isAnswer?: boolean): boolean {
    return this.#tokens.supply(token, isAnswer);
  }

  /** Starts a submit, which needs a token. */
  obtain(): Promise<TokenGrant> {
    this.#submit = new AbortController();
    return this.#untilGranted(this.#tokens.obtain(this.#submit.signal, this.#onWait));
  }

  /** Reports that the service refused the token of the submit, which needs another one. */
  renew(value: string, requestId?: string): Promise<TokenGrant> {
    const { signal } = this.#submit;
    return this.#untilGranted(this.#tokens.renew(value, requestId, signal, this.#onWait));
  }

  /** Reports that the service refused a second token, which ended the submit. */
  refuse(value: string, requestId?: string): void {
    this.#tokens.refuse(value, requestId);
  }

  /** Aborts the submit. */
  abort(): void {
    this.#submit.abort();
  }

  #untilGranted(grant: Promise<TokenGrant>): Promise<TokenGrant> {
    return grant.finally(() => (this.waiting = false));
  }
}

/** Starts the fake clock, and creates an element. The test has to reset `mock.timers`. */
export function startTokenElement(): TokenElement {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: NOW });
  return new TokenElement();
}

/** Moves the clock while the timers stop, as in a machine that sleeps. */
export function sleep(milliseconds: number): void {
  mock.timers.setTime(Date.now() + milliseconds);
}

/** Moves the clock in steps of a second, so that timers that start on the way run too. */
export async function passTime(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 1000) {
    mock.timers.tick(Math.min(left, 1000));
    await Promise.resolve();
  }
}

/** Resolves when everything has happened that needs no time. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Creates a token that lapses after this many milliseconds, 30 seconds before it expires. */
export function lapsing(value: string, milliseconds: number): ClientToken {
  return { value, expirationDate: new Date(Date.now() + 30_000 + milliseconds).toISOString() };
}

/** A promise that a test settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

export function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}

/** The grant of a submit that gets no token. */
export const NONE = { kind: 'none' };

/** Returns the grant of a token. */
export function granted(value: string): TokenGrant {
  return { kind: 'token', value };
}
