/**
 * The client token: its value, its expiry, and asking for a new one. Nothing here is readable from outside; a token leaves only
 * through a {@link TokenGrant}.
 */
import type { TokenGrant, TokenSource } from './set-pin/set-pin.js';

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

/** A token is needed and no provider gave one: the page has to be told. */
export interface TokenNeed {
  readonly reason: TokenReason;
  /** Whether a submit is waiting for it. */
  readonly pending: boolean;
  readonly requestId: string | undefined;
  /** Takes the page's promise of a token. */
  readonly respondWith: (answer: Promise<string | ClientToken>) => void;
}

/** What {@link ClientTokens} needs to know of the element it serves, read anew each time. */
export interface TokenCustomer {
  readonly provider: () => ClientTokenProvider | undefined;
  /** How long to wait for a token, in seconds. */
  readonly timeout: () => number;
  readonly tell: (need: TokenNeed) => void;
  /** A submit begins to wait for a token, or has ended waiting. */
  readonly waits: (waiting: boolean) => void;
}

/** How long before its expiry a token counts as lapsed, in milliseconds: the time that a submit may need. */
const MARGIN = 30_000;

/** `setTimeout` takes a 32-bit number; a longer time would run out at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** RFC 6750, section 2.1. Anything else would make `fetch` throw, or a second header. */
const B64TOKEN = /^[\w.~+/-]+=*$/;

/** Holds one element's client token. */
export class ClientTokens implements TokenSource {
  readonly #customer: TokenCustomer;
  #current: { readonly value: string; readonly lapsesAt: number } | undefined;
  #malformed = false;
  #refused: string | undefined;
  #lapsed: string | undefined;
  #lapseTimer: ReturnType<typeof setTimeout> | undefined;
  /** The question that is out, if any: to the provider or, by `respondWith`, to the page. */
  #question: AbortController | undefined;
  /** Goes on with the submit that waits for a token, if one does. */
  #resume: ((grant: TokenGrant) => void) | undefined;

  constructor(customer: TokenCustomer) {
    this.#customer = customer;
  }

  /**
   * Takes a token, by whatever route it came; the latest wins, and a waiting submit goes on with it.
   *
   * @param answers - Whether the page gives it because it was asked. Unasked, a lapsed token means nothing: frameworks set every
   * property on every render.
   * @returns Whether it was taken: nothing, the current token and the refused one are not.
   */
  supply(token: unknown, answers = false): boolean {
    if (token === undefined || token === null || token === '') return false;
    const { value, expirationDate } =
      typeof token === 'string' ? { value: token } : (token as Partial<ClientToken>);
    if (typeof value !== 'string' || !B64TOKEN.test(value)) {
      this.#malformed = true;
      this.#answer({ kind: 'malformed' });
      return true;
    }
    if (value === this.#current?.value || value === this.#refused) return false;
    if (value === this.#lapsed && !answers) return false;
    this.#malformed = false;
    this.#keep(value, Date.parse(expirationDate ?? ''));
    this.#answer({ kind: 'token', value, fresh: true });
    return true;
  }

  async obtain(signal: AbortSignal): Promise<TokenGrant> {
    if (this.#malformed) {
      this.#malformed = false;
      return { kind: 'malformed' };
    }
    if (this.#current === undefined) return this.#wait('missing', undefined, signal);
    // The timer may have slept with the machine.
    if (Date.now() < this.#current.lapsesAt)
      return { kind: 'token', value: this.#current.value, fresh: false };
    this.#lapse();
    return this.#wait('lapsed', undefined, signal);
  }

  async renew(
    refused: string,
    requestId: string | undefined,
    signal: AbortSignal,
  ): Promise<TokenGrant> {
    this.#strike(refused);
    return this.#current === undefined
      ? this.#wait('refused', requestId, signal)
      : { kind: 'token', value: this.#current.value, fresh: true };
  }

  refuse(refused: string, requestId: string | undefined): void {
    this.#strike(refused);
    if (this.#current === undefined) this.#ask('refused', requestId);
  }

  /** Forgets everything, and stops asking. */
  forget(): void {
    this.#drop();
    this.#malformed = false;
    this.#refused = undefined;
    this.#lapsed = undefined;
    this.#question?.abort();
    this.#question = undefined;
  }

  #keep(value: string, expires: number): void {
    const now = Date.now();
    const left = expires - MARGIN - now;
    // A token just supplied is used whatever its date says: clocks are wrong, and the service decides.
    const lapses = left > 0;
    this.#drop();
    this.#current = { value, lapsesAt: lapses ? now + left : Infinity };
    if (lapses && left <= LONGEST_TIMER) this.#lapseTimer = setTimeout(this.#handleLapse, left);
  }

  readonly #handleLapse = (): void => {
    this.#lapse();
    this.#ask('lapsed', undefined);
  };

  #lapse(): void {
    this.#lapsed = this.#current?.value;
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#lapseTimer);
    this.#current = undefined;
  }

  #strike(refused: string): void {
    this.#refused = refused;
    if (this.#current?.value === refused) this.#drop();
  }

  #answer(grant: TokenGrant): void {
    this.#question?.abort();
    this.#question = undefined;
    if (this.#resume === undefined) return;
    // The submit that takes a malformed token reports it.
    this.#malformed = false;
    this.#resume(grant);
  }

  #wait(
    reason: TokenReason,
    requestId: string | undefined,
    signal: AbortSignal,
  ): Promise<TokenGrant> {
    return new Promise((resolve) => {
      const end = (grant: TokenGrant) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.#resume = undefined;
        this.#customer.waits(false);
        resolve(grant);
      };
      const timeUp = () => end({ kind: 'none' });
      const giveUp = () => {
        this.#question?.abort();
        this.#question = undefined;
        timeUp();
      };
      const timer = setTimeout(timeUp, this.#patience());
      signal.addEventListener('abort', giveUp);
      this.#resume = end;
      this.#customer.waits(true);
      // A question that is out, such as that of a token that lapsed a moment ago, needs no second one.
      if (this.#question === undefined) this.#ask(reason, requestId);
    });
  }

  /** Asks the provider first; the page hears of it where there is none or where it fails. */
  #ask(reason: TokenReason, requestId: string | undefined): void {
    const provider = this.#customer.provider();
    if (provider === undefined) return this.#tell(reason, requestId);
    this.#pose(
      // Asynchronous, so that a provider that throws is one that rejects.
      async (signal) => provider({ signal }),
      () => this.#tell(reason, requestId),
    );
  }

  #tell(reason: TokenReason, requestId: string | undefined): void {
    const pending = this.#resume !== undefined;
    this.#customer.tell({
      reason,
      pending,
      requestId,
      respondWith: (answer) =>
        this.#pose(
          () => answer,
          () => {
            if (pending) this.#resume?.({ kind: 'none' });
            // A submit that began since has not asked yet: it relied on this answer.
            else if (this.#resume !== undefined) this.#ask('missing', undefined);
          },
        ),
    });
  }

  /** Waits for an answer, as the one question that is out. One that brings nothing new, or comes too late, has failed. */
  #pose(ask: (signal: AbortSignal) => Promise<unknown>, fail: () => void): void {
    this.#question?.abort();
    const question = (this.#question = new AbortController());
    const { signal } = question;
    const end = () => {
      if (signal.aborted) return;
      question.abort();
      this.#question = undefined;
      fail();
    };
    const timer = setTimeout(end, this.#patience());
    signal.addEventListener('abort', () => clearTimeout(timer));
    Promise.resolve(ask(signal))
      .then((token) => {
        if (!signal.aborted && !this.supply(token, true)) end();
      })
      .catch(end);
  }

  #patience(): number {
    return Math.min(this.#customer.timeout() * 1000, LONGEST_TIMER);
  }
}
