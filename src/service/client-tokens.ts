/**
 * The client token: its value, its expiry, and requests for a new one. A token leaves this file only in a {@link TokenGrant}.
 */

/** A client token as `generatePaymentCardClientToken` returns it. */
export interface ClientToken {
  readonly value: string;
  /** ISO 8601. */
  readonly expirationDate?: string | null;
}

/**
 * The page's function that fetches a client token from the page's server. Its signal aborts when the answer is no longer needed.
 */
export type ClientTokenProvider = (options: {
  readonly signal: AbortSignal;
}) => Promise<string | ClientToken>;

/** Why a client token is needed. */
export type TokenReason = 'missing' | 'lapsed' | 'refused';

/** Supplies client tokens. No method rejects. */
export interface TokenSource {
  /**
   * Returns the current token, or waits for one.
   *
   * @param onWait - Called if the token has to be waited for.
   */
  obtain(signal: AbortSignal, onWait: () => void): Promise<TokenGrant>;
  /** Drops a token that the service refused, and waits for a fresh one. */
  renew(
    refused: string,
    requestId: string | undefined,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<TokenGrant>;
  /** Drops a token that the service refused, and waits for none. */
  refuse(refused: string, requestId: string | undefined): void;
}

/** The answer to a submit that needs a client token. */
export type TokenGrant =
  | {
      readonly kind: 'token';
      readonly value: string;
      /** Whether it was supplied while this submit waited. */
      readonly fresh: boolean;
    }
  /** The page supplied something that is not a token. */
  | { readonly kind: 'malformed' }
  /** None came in time. */
  | { readonly kind: 'none' };

/** A token is needed and no provider supplied one, so the page is asked. */
export interface TokenNeed {
  readonly reason: TokenReason;
  /** Whether a submit is waiting for it. */
  readonly pending: boolean;
  readonly requestId: string | undefined;
  /** Takes the page's promise of a token. */
  readonly respondWith: (answer: Promise<string | ClientToken>) => void;
}

/**
 * What {@link ClientTokens} asks of its element.
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

/** Milliseconds before its expiry at which a token counts as lapsed: the time that a submit may need. */
const MARGIN = 30_000;

/** The longest time that `setTimeout` accepts. A longer one would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** RFC 6750, section 2.1. Anything else would make `fetch` throw, or add a second header. */
const B64TOKEN = /^[\w.~+/-]+=*$/;

/** An outstanding request for a token: to the provider or, after `respondWith`, to the page. */
interface TokenRequest {
  readonly controller: AbortController;
  /** Ends the wait for which the request was made, if there was one. */
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
  /** Whether what was supplied last is not a token. */
  #malformed = false;
  /** All of them: a page may keep setting its first token after its second one was refused too. */
  readonly #refused = new Set<string>();
  readonly #lapsed = new Set<string>();
  #watching = false;
  #lapseTimer: ReturnType<typeof setTimeout> | undefined;
  #request: TokenRequest | undefined;
  /** Ends the wait of the submit that waits for a token, if one does. */
  #endWait: (() => void) | undefined;

  constructor(host: TokenHost) {
    this.#host = host;
  }

  /**
   * Accepts a token from any route. The latest wins, and a waiting submit continues with it.
   *
   * @param isAnswer - Whether the page answers a request. A lapsed token is ignored otherwise: frameworks set every property on every
   * render.
   * @returns Whether it was accepted: `undefined`, the current token and a refused one are not.
   */
  supply(token: unknown, isAnswer = false): boolean {
    if (token === undefined || token === null || token === '') return false;
    const { value, expirationDate } =
      typeof token === 'string' ? { value: token } : (token as Partial<ClientToken>);
    if (typeof value !== 'string' || !B64TOKEN.test(value)) {
      this.#drop();
      this.#malformed = true;
    } else {
      if (value === this.#current?.value || this.#refused.has(value)) return false;
      if (this.#lapsed.has(value) && !isAnswer) return false;
      this.#keep(value, Date.parse(expirationDate ?? ''));
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

  /** Starts to watch for the token's expiry. Until then no timer holds on to an element that is in no page. */
  watch(): void {
    this.#watching = true;
    this.#startTimer();
  }

  /** Forgets everything, and stops asking and watching. */
  forget(): void {
    this.#watching = false;
    this.#drop();
    this.#refused.clear();
    this.#lapsed.clear();
    this.#cancelRequest();
  }

  #keep(value: string, expires: number): void {
    const left = expires - MARGIN - Date.now();
    // A token just supplied is used whatever its date says: clocks are wrong, and the service decides. If a token that replaces a
    // lapsed one is about to lapse too, the clock is wrong, and asking for the next one would never end.
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

  /** Returns the current token, or the one that comes while it waits, which counts as fresh. */
  async #grant(
    reason: TokenReason,
    requestId: string | undefined,
    signal: AbortSignal,
    onWait: () => void,
  ): Promise<TokenGrant> {
    // The timer may have slept with the machine.
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

  /** @returns Whether it ended within the time that a submit may wait. Time in which the machine sleeps counts. */
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
        // Page code threw, for example a redefined property: there is nobody to ask.
        end();
      }
    });
  }

  /**
   * Asks the provider; if there is none, or it fails, asks the page. An outstanding request, such as that for a token that has just
   * lapsed, needs no second one.
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
            // Another submit began to wait since. It relied on this answer and has not asked yet.
            else if (this.#endWait !== undefined) this.#ask('missing', undefined);
          },
        );
      },
    });
  }

  /** Starts the one outstanding request. An answer that brings nothing new, or comes too late, counts as failed. */
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

  /** @returns Milliseconds */
  #timeout(): number {
    return Math.min(this.#host.timeout() * 1000, LONGEST_TIMER);
  }
}
