/**
 * The client token: its value, its expiry, and when a new one is requested. A token leaves this
 * file only in a {@link TokenGrant}.
 */
import { readClientToken, type ClientToken } from './client-token.js';
import { requestToken } from './token-request.js';

/**
 * The page's function that fetches a client token from the page's server. Its `signal` aborts when
 * the token is no longer needed, or half of `tokenTimeout` has passed.
 */
export type ClientTokenProvider = (options: {
  readonly signal: AbortSignal;
}) => Promise<string | ClientToken>;

/**
 * The reason why a client token is needed. `missing`: there is no token. `lapsed`: the token has
 * expired, or will within 30 seconds. `refused`: the service refused it.
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
  | { readonly kind: 'token'; readonly value: string }
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
  /** Returns the state of the fields, or that the PIN has been set. */
  readonly entry: () => 'empty' | 'typed' | 'set';
  /** Asks the page for a token. */
  readonly request: (need: TokenNeed) => void;
}

/** Milliseconds before its expiry at which a token counts as lapsed. A submit may need them. */
const MARGIN = 30_000;

/** The longest delay that `setTimeout` accepts, in milliseconds. A longer one would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The wait of a submit for a token. */
interface Wait {
  /** The time at which it ends without a token. */
  readonly until: number;
  readonly end: () => void;
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
  /** Cancels the last request. It is aborted once the request has ended. */
  #request: AbortController | undefined;
  /** The wait of the submit that waits for a token, if there is one. */
  #wait: Wait | undefined;

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
    this.#request?.abort();
    this.#wait?.end();
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
    // The provider is asked at the next submit.
    if (this.#current === undefined && this.#host.provider() === undefined)
      this.#ask('refused', requestId);
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
    this.#request?.abort();
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
      // The next submit notices that the token has lapsed.
      if (this.#host.provider() !== undefined && this.#host.entry() !== 'typed') return;
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

  /** Returns the current token, or waits for one. */
  async #grant(
    reason: TokenReason,
    requestId: string | undefined,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<TokenGrant> {
    const current = this.#current;
    // The timer ignores a token that lapses while the element is idle, or the machine sleeps.
    const lapsed = current !== undefined && Date.now() >= current.lapsesAt;
    if (lapsed) this.#lapse(current.value);
    if (this.#current === undefined && !this.#malformed) {
      const inTime = await (lapsed
        ? this.#waitFor('lapsed', undefined, signal, onWait)
        : this.#waitFor(reason, requestId, signal, onWait));
      if (!inTime) return { kind: 'none' };
    }
    if (this.#malformed) {
      this.#malformed = false;
      return { kind: 'malformed' };
    }
    return this.#current === undefined
      ? { kind: 'none' }
      : { kind: 'token', value: this.#current.value };
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
      const until = Date.now() + timeout;
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        this.#wait = undefined;
        resolve(Date.now() <= until);
      };
      const earlier = this.#request;
      const cancel = () => {
        // A request that was made before the submit may still bring a token.
        if (this.#request !== earlier) this.#request?.abort();
        end();
      };
      const timer = setTimeout(end, timeout);
      signal.addEventListener('abort', cancel);
      this.#wait = { until, end };
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
    if (this.#request?.signal.aborted === false) return;
    const provider = this.#host.provider();
    if (provider === undefined) return this.#askPage(reason, requestId);
    const left = this.#wait === undefined ? this.#timeout() : this.#wait.until - Date.now();
    requestToken(
      (this.#request = new AbortController()),
      // `async`, so that a synchronous throw becomes a rejection.
      async (signal) => provider({ signal }),
      // The other half is for the page.
      left / 2,
      this.#accept,
      () => this.#askPage(reason, requestId),
    );
  }

  #askPage(reason: TokenReason, requestId: string | undefined): void {
    if (this.#host.entry() === 'set') return;
    this.#host.request({
      reason,
      pending: this.#wait !== undefined,
      requestId,
      respondWith: (answer) => {
        const wait = this.#wait;
        requestToken(
          (this.#request = new AbortController()),
          () => answer,
          this.#timeout(),
          this.#accept,
          () => {
            if (this.#wait === wait) wait?.end();
            // Another submit has begun to wait since. It relied on this answer and made no request.
            else if (this.#wait !== undefined) this.#ask('missing', undefined);
          },
        );
      },
    });
  }

  readonly #accept = (answer: unknown): boolean => this.supply(answer, true);

  /** Returns the milliseconds that a submit waits for a token. */
  #timeout(): number {
    return Math.min(this.#host.timeout() * 1000, LONGEST_TIMER);
  }
}
