/**
 * The client token: its value, its expiry, and asking for a new one. Nothing here is readable from outside; a token leaves only
 * through a {@link TokenGrant}.
 */

/** A client token as `generatePaymentCardClientToken` returns it. */
export interface ClientToken {
  readonly value: string;
  /** ISO 8601. */
  readonly expirationDate?: string | null;
}

/**
 * The page's function that fetches a client token from the page's server. Its signal aborts when nobody needs the answer any more.
 */
export type ClientTokenProvider = (options: {
  readonly signal: AbortSignal;
}) => Promise<string | ClientToken>;

/** Why a client token is needed. */
export type TokenReason = 'missing' | 'lapsed' | 'refused';

/** Where client tokens come from. Neither method rejects. */
export interface TokenSource {
  /** The token at hand, or else one that is waited for. */
  obtain(signal: AbortSignal): Promise<TokenGrant>;
  /** Tells that the service refused a token, and waits for a fresh one. */
  renew(refused: string, requestId: string | undefined, signal: AbortSignal): Promise<TokenGrant>;
  /** Tells that the service refused a token that was waited for; nothing waits for another. */
  refuse(refused: string, requestId: string | undefined): void;
}

/** What came of asking for a client token. */
export type TokenGrant =
  | {
      readonly kind: 'token';
      readonly value: string;
      /** Whether it was supplied for this very submit. */
      readonly fresh: boolean;
    }
  /** What was supplied is not a token. */
  | { readonly kind: 'malformed' }
  /** None came in time. */
  | { readonly kind: 'none' };

/** A token is needed and no provider gave one: the page has to be told. */
export interface TokenNeed {
  readonly reason: TokenReason;
  /** Whether a submit is waiting for it. */
  readonly pending: boolean;
  readonly requestId: string | undefined;
  /** Takes the page's promise of a token. */
  readonly respondWith: (answer: Promise<string | ClientToken>) => void;
}

/**
 * What {@link ClientTokens} needs to know of the element it serves, read anew each time.
 *
 * @internal
 */
export interface TokenCustomer {
  readonly provider: () => ClientTokenProvider | undefined;
  /** How long to wait for a token, in seconds. */
  readonly timeout: () => number;
  readonly tell: (need: TokenNeed) => void;
  /** A submit begins to wait for a token. */
  readonly waits: () => void;
}

/** How long before its expiry a token counts as lapsed, in milliseconds: the time that a submit may need. */
const MARGIN = 30_000;

/** `setTimeout` takes a 32-bit number; a longer time would run out at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** RFC 6750, section 2.1. Anything else would make `fetch` throw, or a second header. */
const B64TOKEN = /^[\w.~+/-]+=*$/;

/** A question for a token that is out: to the provider or, by `respondWith`, to the page. */
interface Question {
  readonly controller: AbortController;
  /** The wait that it was put for, if any. */
  readonly wait: (() => void) | undefined;
}

/**
 * Holds one element's client token.
 *
 * @internal
 */
export class ClientTokens implements TokenSource {
  readonly #customer: TokenCustomer;
  #current: { readonly value: string; readonly lapsesAt: number } | undefined;
  /** What was supplied last is no token. */
  #malformed = false;
  /** All of them, as a page may go on to set its first token after its second one is over too. */
  readonly #refused = new Set<string>();
  readonly #lapsed = new Set<string>();
  #watching = false;
  #lapseTimer: ReturnType<typeof setTimeout> | undefined;
  #question: Question | undefined;
  /** Ends the wait of the submit that waits for a token, if one does. What it goes on with is decided then. */
  #wait: (() => void) | undefined;

  constructor(customer: TokenCustomer) {
    this.#customer = customer;
  }

  /**
   * Takes a token, by whatever route it came; the latest wins, and a waiting submit goes on with it.
   *
   * @param answers - Whether the page gives it because it was asked. Unasked, a lapsed token means nothing: frameworks set every
   * property on every render.
   * @returns Whether it was taken: nothing, the current token and a refused one are not.
   */
  supply(token: unknown, answers = false): boolean {
    if (token === undefined || token === null || token === '') return false;
    const { value, expirationDate } =
      typeof token === 'string' ? { value: token } : (token as Partial<ClientToken>);
    if (typeof value !== 'string' || !B64TOKEN.test(value)) {
      this.#drop();
      this.#malformed = true;
    } else {
      if (value === this.#current?.value || this.#refused.has(value)) return false;
      if (this.#lapsed.has(value) && !answers) return false;
      this.#keep(value, Date.parse(expirationDate ?? ''));
    }
    this.#settle();
    this.#wait?.();
    return true;
  }

  obtain(signal: AbortSignal): Promise<TokenGrant> {
    return this.#grant('missing', undefined, signal);
  }

  renew(refused: string, requestId: string | undefined, signal: AbortSignal): Promise<TokenGrant> {
    this.#strike(refused);
    return this.#grant('refused', requestId, signal);
  }

  refuse(refused: string, requestId: string | undefined): void {
    this.#strike(refused);
    if (this.#current === undefined) this.#ask('refused', requestId);
  }

  /** Tells from now on when a token lapses. Until then no timer holds on to an element that never comes into a page. */
  watch(): void {
    this.#watching = true;
    this.#startTimer();
  }

  /** Forgets everything, stops asking and stops watching. */
  forget(): void {
    this.#watching = false;
    this.#drop();
    this.#refused.clear();
    this.#lapsed.clear();
    this.#settle();
  }

  #keep(value: string, expires: number): void {
    const left = expires - MARGIN - Date.now();
    // A token just supplied is used whatever its date says: clocks are wrong, and the service decides. One that replaces a lapsed
    // token and is nearly over itself shows such a clock, and to ask for a next one would begin a chase without end.
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

  #strike(refused: string): void {
    this.#refused.add(refused);
    if (this.#current?.value === refused) this.#drop();
  }

  /** The token at hand, or what a wait brings. One that is not the token that the submit began with is fresh. */
  async #grant(
    reason: TokenReason,
    requestId: string | undefined,
    signal: AbortSignal,
  ): Promise<TokenGrant> {
    // The timer may have slept with the machine.
    const current = this.#current;
    const lapsed = current !== undefined && Date.now() >= current.lapsesAt;
    if (lapsed) this.#lapse(current.value);
    const waits = this.#current === undefined && !this.#malformed;
    if (waits) {
      const inTime = await (lapsed
        ? this.#waitFor('lapsed', undefined, signal)
        : this.#waitFor(reason, requestId, signal));
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

  /** @returns Whether it ended within the time that a submit may wait, sleep of the machine included. */
  #waitFor(
    reason: TokenReason,
    requestId: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const patience = this.#patience();
      const began = Date.now();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.#wait = undefined;
        resolve(Date.now() - began <= patience);
      };
      const giveUp = () => {
        if (this.#question?.wait === end) this.#settle();
        end();
      };
      const timer = setTimeout(end, patience);
      signal.addEventListener('abort', giveUp);
      this.#wait = end;
      this.#customer.waits();
      try {
        this.#ask(reason, requestId);
      } catch {
        // A property that the page has defined anew threw: there is nobody to ask.
        end();
      }
    });
  }

  /**
   * Asks the provider first; the page hears of it where there is none or where it fails. A question that is out, such as that of a
   * token that lapsed a moment ago, needs no second one.
   */
  #ask(reason: TokenReason, requestId: string | undefined): void {
    if (this.#question !== undefined) return;
    const provider = this.#customer.provider();
    if (provider === undefined) return this.#tell(reason, requestId);
    this.#pose(
      // Asynchronous, so that a provider that throws is one that rejects.
      async (signal) => provider({ signal }),
      () => this.#tell(reason, requestId),
    );
  }

  #tell(reason: TokenReason, requestId: string | undefined): void {
    this.#customer.tell({
      reason,
      pending: this.#wait !== undefined,
      requestId,
      respondWith: (answer) => {
        const wait = this.#wait;
        this.#pose(
          () => answer,
          () => {
            if (this.#wait === wait) wait?.();
            // A submit that began to wait since has not asked yet: it relied on this answer.
            else if (this.#wait !== undefined) this.#ask('missing', undefined);
          },
        );
      },
    });
  }

  /** Waits for an answer, as the one question that is out. One that brings nothing new, or comes too late, has failed. */
  #pose(ask: (signal: AbortSignal) => unknown, fail: () => void): void {
    const controller = new AbortController();
    const { signal } = controller;
    const end = () => {
      if (signal.aborted) return;
      this.#settle();
      fail();
    };
    const timer = setTimeout(end, this.#patience());
    signal.addEventListener('abort', () => clearTimeout(timer));
    this.#question = { controller, wait: this.#wait };
    Promise.resolve(ask(signal))
      .then((token) => {
        if (!signal.aborted && !this.supply(token, true)) end();
      })
      .catch(end);
  }

  /** Nobody needs the answer to the question that is out any more. */
  #settle(): void {
    this.#question?.controller.abort();
    this.#question = undefined;
  }

  #patience(): number {
    return Math.min(this.#customer.timeout() * 1000, LONGEST_TIMER);
  }
}
