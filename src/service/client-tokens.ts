/**
 * The client token's value, its expiry, and the request for a new one. Only a submit that needs a
 * token requests one. A token leaves this file only in a {@link TokenGrant}.
 */
import { readClientToken, tokenMistake, type ClientToken } from './client-token.js';

/** The value that the page supplies. `null` means that nobody is signed in. */
export type SuppliedToken = string | ClientToken | null;

/**
 * Fetches a client token from the page's server. The `signal` aborts when the token is no longer
 * needed.
 */
export type ClientTokenProvider = (options: {
  readonly signal: AbortSignal;
  readonly reason: TokenReason;
  readonly cardId: string;
  readonly endpoint: string;
  /** The rejected request's id, or `undefined` if there is none. */
  readonly requestId: string | undefined;
}) => Promise<SuppliedToken>;

/**
 * The reason why a client token is needed: `missing` (no token), `expired` (its date has passed) or
 * `rejected` (by the API).
 */
export type TokenReason = 'missing' | 'expired' | 'rejected';

/** `onWait` is called when a wait begins. `isFirst` is `true` if there was no token before. */
export type Wait = [signal: AbortSignal, onWait: (isFirst: boolean) => void];

/** A source of client tokens. No method rejects. */
export interface TokenSource {
  /** Returns the current token, or calls `onWait` and waits for one. */
  obtain(...wait: Wait): Promise<TokenGrant>;
  /** Drops a token that the API rejected, and waits for a new one. */
  renew(refused: string, requestId: string | undefined, ...wait: Wait): Promise<TokenGrant>;
  /** Drops a token that the API rejected, without waiting for another. */
  refuse(refused: string): void;
}

/** The result of a submit's request for a client token. */
export type TokenGrant =
  | { readonly kind: 'token'; readonly value: string }
  /** Nobody is signed in, or the page supplied a token that the API has rejected. */
  | { readonly kind: 'signed-out' }
  /** The page's promise rejected, or no token arrived in time. */
  | { readonly kind: 'no-token' }
  /** The page supplied a value that isn't a token. */
  | { readonly kind: 'malformed-token' }
  /** The page's promise resolved to `undefined`. */
  | { readonly kind: 'missing-return' };

/** A request to the page for a client token. */
export interface TokenNeed {
  readonly reason: TokenReason;
  /** The rejected request's id, or `undefined` if there is none. */
  readonly requestId: string | undefined;
  /** Accepts the page's promise of a token. */
  readonly respondWith: (answer: Promise<SuppliedToken>) => void;
}

/** @internal The element, as {@link ClientTokens} sees it. */
export interface TokenHost {
  readonly provider: () => ClientTokenProvider | undefined;
  /** Seconds to wait for a token. */
  readonly timeout: () => number;
  readonly target: () => { readonly cardId: string; readonly endpoint: string };
  /** Asks the page for a token. Returns `false` if the page will set the token. */
  readonly request: (need: TokenNeed) => boolean;
}

/** The longest delay that `setTimeout` accepts. A longer timer would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** @internal */
export class ClientTokens implements TokenSource {
  readonly #host: TokenHost;
  #current: { readonly value: string; readonly expiresAt: number } | undefined;
  #malformed = false;
  #mistake: string | undefined;
  /** Rejected tokens, which frameworks may set again on every render. */
  readonly #refused = new Set<string>();
  readonly #expired = new Set<string>();
  /** `true` during the task in which the page supplied the current token. */
  #isNew = false;
  /** Ends a submit's wait, if there is one. */
  #end: ((grant: TokenGrant) => void) | undefined;
  #error: unknown;
  #isSignedOut = false;

  constructor(host: TokenHost) {
    this.#host = host;
  }

  /** The error with which the page's promise rejected, after a `no-token` grant. */
  get error(): unknown {
    return this.#error;
  }

  /** `true` if the page's last answer was that nobody is signed in. */
  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  /** Explains the mistake in the last supplied token, in English, for the developer. */
  get mistake(): string | undefined {
    return this.#mistake;
  }

  /**
   * Accepts a token that the page sets. The latest token wins, and a waiting submit uses it.
   * Returns `false` for `undefined`, `null` and `''`, and for current, expired and rejected tokens.
   */
  supply(given: unknown): boolean {
    if (given === undefined || given === null || given === '') return false;
    const token = readClientToken(given);
    const { value = '' } = token ?? {};
    if (this.#refused.has(value) || this.#expired.has(value)) return false;
    this.#isNew = true;
    setTimeout(() => (this.#isNew = false));
    if (value === this.#current?.value) return false;
    this.#store(token, given);
    this.#end?.(this.#grant());
    return true;
  }

  obtain(...wait: Wait): Promise<TokenGrant> {
    const current = this.#current;
    if (current === undefined || Date.now() < current.expiresAt)
      return this.#get('missing', undefined, ...wait);
    this.#expired.add(current.value);
    this.#current = undefined;
    return this.#get('expired', undefined, ...wait);
  }

  renew(refused: string, requestId: string | undefined, ...wait: Wait): Promise<TokenGrant> {
    this.refuse(refused);
    return this.#get('rejected', requestId, ...wait);
  }

  refuse(refused: string): void {
    this.#refused.add(refused);
    this.#isSignedOut = false;
    if (this.#current?.value === refused) this.#current = undefined;
  }

  /** Drops a token for a different card or API, unless the page has set it in this task. */
  dropTokenOfOtherTarget(): void {
    if (!this.#isNew) this.#current = undefined;
  }

  forget(): void {
    this.#current = this.#error = this.#mistake = undefined;
    this.#malformed = false;
    this.#refused.clear();
    this.#expired.clear();
    this.#end?.({ kind: 'no-token' });
  }

  #store(token: ReturnType<typeof readClientToken>, given: unknown): void {
    this.#malformed = token === undefined;
    this.#mistake = token ? undefined : tokenMistake(given);
    this.#error = undefined;
    // Use a new token even if its date has passed. Clocks may be wrong, and the API decides.
    this.#current = token && {
      value: token.value,
      expiresAt: token.expires > Date.now() ? token.expires : Infinity,
    };
  }

  #grant(): TokenGrant {
    if (this.#current !== undefined) return { kind: 'token', value: this.#current.value };
    this.#malformed = false;
    return { kind: 'malformed-token' };
  }

  /** Returns the page's token, or requests one through the event or else the page's function. */
  #get(
    reason: TokenReason,
    requestId: string | undefined,
    ...[signal, onWait]: Wait
  ): Promise<TokenGrant> {
    if (this.#current !== undefined || this.#malformed) return Promise.resolve(this.#grant());
    return new Promise((resolve) => {
      const request = new AbortController();
      const end = (grant: TokenGrant): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        this.#end = undefined;
        request.abort();
        resolve(grant);
      };
      const cancel = (): void => end({ kind: 'no-token' });
      const fail = (error?: unknown): void => {
        if (request.signal.aborted) return;
        this.#error = error;
        cancel();
      };
      const timer = setTimeout(fail, Math.min(this.#host.timeout() * 1000, LONGEST_TIMER));
      signal.addEventListener('abort', cancel);
      this.#end = end;
      this.#error = undefined;
      onWait(reason === 'missing');
      let answer: Promise<unknown> | undefined;
      // A function without a `return` doesn't return a promise.
      const respondWith = (given: unknown): void => void (answer ??= Promise.resolve(given));
      try {
        const isOpen = this.#host.request({ reason, requestId, respondWith });
        if (isOpen && answer === undefined && !request.signal.aborted) {
          const provide = this.#host.provider();
          const options = { ...this.#host.target(), signal: request.signal, reason, requestId };
          if (provide) respondWith(provide(options));
        }
      } catch (error) {
        return fail(error);
      }
      answer
        ?.then((given) => {
          if (!request.signal.aborted) end(this.#read(given));
        })
        .catch(fail);
    });
  }

  #read(given: unknown): TokenGrant {
    this.#isSignedOut = given === null;
    if (given === undefined) return { kind: 'missing-return' };
    if (given === null) return { kind: 'signed-out' };
    const token = readClientToken(given);
    if (token !== undefined && this.#refused.has(token.value)) return { kind: 'signed-out' };
    this.#store(token, given);
    return this.#grant();
  }
}
