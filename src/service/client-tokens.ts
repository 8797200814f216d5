/**
 * The client token: its value, its expiry, and requests for a new one. A token leaves this file
 * only in a {@link TokenGrant}.
 */
import { readClientToken, type ClientToken } from './client-token.js';

/**
 * The page's function that fetches a client token from the page's server. Its `signal` aborts when
 * the token is no longer needed.
 */
export type ClientTokenProvider = (options: {
  readonly signal: AbortSignal;
}) => Promise<string | ClientToken>;

/**
 * The reason why a client token is needed. `missing`: there is no token. `lapsed`: the token has
 * expired, or will within 30 seconds. `refused`: the service answered 401.
 */
export type TokenReason = 'missing' | 'lapsed' | 'refused';

/** A source of client tokens. No method rejects. */
export interface TokenSource {
  /**
   * Returns the current token, or waits for one.
   *
   * @param onWait - Called if the submit has to wait for a token.
   */
  obtain(signal: AbortSignal, onWait: () => void): Promise<TokenGrant>;
  /** Drops a token that the service refused, and waits for a fresh one. */
  renew(
    refused: string,
    requestId: string | undefined,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<TokenGrant>;
  /** Drops a token that the service refused, without waiting for another. */
  refuse(refused: string, requestId: string | undefined): void;
}

/** The answer to a submit that needs a client token. */
export type TokenGrant =
  | {
      readonly kind: 'token';
      readonly value: string;
      /** `true` if it was supplied while this submit waited. */
      readonly fresh: boolean;
    }
  /** The page supplied something that is not a token. */
  | { readonly kind: 'malformed' }
  /** No token came in time. */
  | { readonly kind: 'none' };

/** A token request to the page, because no provider supplied a token. */
export interface TokenNeed {
  readonly reason: TokenReason;
  /** `true` if a submit is waiting for the token. */
  readonly pending: boolean;
  /** The id of the request that the service refused; `undefined` if there is none. */
  readonly requestId: string | undefined;
  /** Takes the page's promise of a token. */
  readonly respondWith: (answer: Promise<string | ClientToken>) => void;
}

/**
 * The element, as {@link ClientTokens} sees it.
 *
 * @internal
 */
export interface TokenHost {
  readonly provider: () => ClientTokenProvider | undefined;
  /** Seconds to wait for a token. */
  readonly timeout: () => number;
  /** Asks the page for a token. */
  readonly request: (need: TokenNeed) => void;
}

/** Milliseconds before its expiry at which a token counts as lapsed. A submit may need them. */
const MARGIN = 30_000;

/** The longest delay that `setTimeout` accepts, in milliseconds. A longer one would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** An outstanding request for a token: to the provider or, after `respondWith`, to the page. */
interface TokenRequest {
  readonly controller: AbortController;
  /** Ends the wait of the submit that the request was made for, if there was one. */
  readonly endWait: (() => void) | undefined;
}

/**
 * Holds one element's client token.
 *
 * @internal
 */
export class ClientTokens implements TokenSource {
  readonly #host: TokenHost;
  #current: { readonly value: string; readonly lapsesAt: number } | undefined;
  /** `true` if the last supplied value is not a token. */
  #malformed = false;
  /**
   * All refused tokens. A page may set its first token again after the service has refused the
   * second one too.
   */
  readonly #refused = new Set<string>();
  readonly #lapsed = new Set<string>();
  #watching = false;
  #lapseTimer: ReturnType<typeof setTimeout> | undefined;
  #request: TokenRequest | undefined;
  /** Ends the wait of the submit that waits for a token, if there is one. */
  #endWait: (() => void) | undefined;

  constructor(host: TokenHost) {
    this.#host = host;
  }

  /**
   * Accepts a token from any route. The latest wins, and a waiting submit continues with it.
   *
   * @param isAnswer - `true` if the page answers a token request. Otherwise a lapsed token is
   * ignored, because frameworks set every property on every render.
   * @returns `true` if the token was accepted. `undefined`, the current token and refused tokens
   * are not.
   */
  supply(given: unknown, isAnswer = false): boolean {
    if (given === undefined || given === null || given === '') return false;
    const token = readClientToken(given);
    if (token === undefined) {
      this.#drop();
      this.#malformed = true;
    } else {
      const { value, expires } = token;
      if (value === this.#current?.value || this.#refused.has(value)) return false;
      if (this.#lapsed.has(value) && !isAnswer) return false;
      this.#keep(value, expires);
    }
    this.#cancelRequest();
    this.#endWait?.();
    return true;
  }

  obtain(signal: AbortSignal, onWait: () => void): Promise<TokenGrant> {
    return this.#grant('missing', undefined, signal, onWait);
  }

  renew(
    refused: string,
    requestId: string | undefined,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<TokenGrant> {
    this.#markRefused(refused);
    return this.#grant('refused', requestId, signal, onWait);
  }

  refuse(refused: string, requestId: string | undefined): void {
    this.#markRefused(refused);
    if (this.#current === undefined) this.#ask('refused', requestId);
  }

  /**
   * Starts to watch for the token's expiry. There is no timer before, because it would keep alive
   * an element that is never connected.
   */
  watch(): void {
    this.#watching = true;
    this.#startTimer();
  }

  /** Forgets everything, and stops watching and requesting tokens. */
  forget(): void {
    this.#watching = false;
    this.#drop();
    this.#refused.clear();
    this.#lapsed.clear();
    this.#cancelRequest();
  }

  #keep(value: string, expires: number): void {
    const left = expires - MARGIN - Date.now();
    // A new token is used even if its date has passed: clocks may be wrong, and the service
    // decides. If a token that replaces a lapsed one is about to lapse too, the clock is wrong. Its
    // date is ignored then, because otherwise the token requests would never end.
    const lapses = left > (this.#lapsed.size === 0 ? 0 : MARGIN);
    this.#drop();
    this.#current = { value, lapsesAt: lapses ? Date.now() + left : Infinity };
    this.#startTimer();
  }

  #startTimer(): void {
    const current = this.#current;
    if (!this.#watching || current === undefined) return;
    const left = current.lapsesAt - Date.now();
    if (left > LONGEST_TIMER) return;
    this.#lapseTimer = setTimeout(() => {
      this.#lapse(current.value);
      this.#ask('lapsed', undefined);
    }, left);
  }

  #lapse(value: string): void {
    this.#lapsed.add(value);
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#lapseTimer);
    this.#current = undefined;
    this.#malformed = false;
  }

  #markRefused(value: string): void {
    this.#refused.add(value);
    if (this.#current?.value === value) this.#drop();
  }

  /** Returns the current token, or waits for one, which then counts as fresh. */
  async #grant(
    reason: TokenReason,
    requestId: string | undefined,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<TokenGrant> {
    // The timer does not run while the machine sleeps.
    const current = this.#current;
    const lapsed = current !== undefined && Date.now() >= current.lapsesAt;
    if (lapsed) this.#lapse(current.value);
    const waits = this.#current === undefined && !this.#malformed;
    if (waits) {
      const inTime = await (lapsed
        ? this.#waitFor('lapsed', undefined, signal, onWait)
        : this.#waitFor(reason, requestId, signal, onWait));
      if (!inTime) return { kind: 'none' };
    }
    if (this.#malformed) {
      this.#malformed = false;
      return { kind: 'malformed' };
    }
    if (this.#current === undefined) return { kind: 'none' };
    return {
      kind: 'token',
      value: this.#current.value,
      fresh: waits || reason === 'refused',
    };
  }

  /**
   * Waits for a token.
   *
   * @returns `true` if the wait ended within the timeout, which includes time that the machine
   * slept.
   */
  #waitFor(
    reason: TokenReason,
    requestId: string | undefined,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const timeout = this.#timeout();
      const began = Date.now();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        this.#endWait = undefined;
        resolve(Date.now() - began <= timeout);
      };
      const cancel = () => {
        if (this.#request?.endWait === end) this.#cancelRequest();
        end();
      };
      const timer = setTimeout(end, timeout);
      signal.addEventListener('abort', cancel);
      this.#endWait = end;
      onWait();
      try {
        this.#ask(reason, requestId);
      } catch {
        // Page code threw, for example a redefined property. No token will come.
        end();
      }
    });
  }

  /**
   * Makes a token request: to the provider, or to the page if there is no provider or it fails.
   * Does nothing if a request is already outstanding, for example for a token that has just lapsed.
   */
  #ask(reason: TokenReason, requestId: string | undefined): void {
    if (this.#request !== undefined) return;
    const provider = this.#host.provider();
    if (provider === undefined) return this.#askPage(reason, requestId);
    this.#start(
      // `async`, so that a synchronous throw becomes a rejection.
      async (signal) => provider({ signal }),
      () => this.#askPage(reason, requestId),
    );
  }

  #askPage(reason: TokenReason, requestId: string | undefined): void {
    this.#host.request({
      reason,
      pending: this.#endWait !== undefined,
      requestId,
      respondWith: (answer) => {
        const endWait = this.#endWait;
        this.#start(
          () => answer,
          () => {
            if (this.#endWait === endWait) endWait?.();
            // Another submit has begun to wait since. It relied on this answer and made no request.
            else if (this.#endWait !== undefined) this.#ask('missing', undefined);
          },
        );
      },
    });
  }

  /**
   * Starts the outstanding request. An answer that brings no new token, or comes too late, counts
   * as a failure.
   */
  #start(ask: (signal: AbortSignal) => unknown, onFailure: () => void): void {
    const controller = new AbortController();
    const { signal } = controller;
    const fail = () => {
      if (signal.aborted) return;
      this.#cancelRequest();
      onFailure();
    };
    const timer = setTimeout(fail, this.#timeout());
    signal.addEventListener('abort', () => clearTimeout(timer));
    this.#request = { controller, endWait: this.#endWait };
    Promise.resolve(ask(signal))
      .then((token) => {
        if (!signal.aborted && !this.supply(token, true)) fail();
      })
      .catch(fail);
  }

  /** Cancels the outstanding request. */
  #cancelRequest(): void {
    this.#request?.controller.abort();
    this.#request = undefined;
  }

  /** Returns the milliseconds that a submit waits for a token. */
  #timeout(): number {
    return Math.min(this.#host.timeout() * 1000, LONGEST_TIMER);
  }
}
