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
  /** Tokens that were refused or have lapsed: frameworks set every property on every render, and so bring them again. */
  readonly #spent = new Set<string>();
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
   * @returns Whether it was news: nothing, the current token and a spent one are not.
   */
  supply(token: unknown): boolean {
    if (token === undefined || token === null || token === '') return false;
    const { value, expirationDate } =
      typeof token === 'string' ? { value: token } : (token as Partial<ClientToken>);
    if (typeof value !== 'string' || !B64TOKEN.test(value)) {
      this.#malformed = true;
      this.#answer({ kind: 'malformed' });
      return true;
    }
    if (value === this.#current?.value || this.#spent.has(value)) return false;
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
    this.#spend();
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
    this.#spend();
    this.#ask('lapsed', undefined);
  };

  #spend(): void {
    if (this.#current !== undefined) this.#spent.add(this.#current.value);
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#lapseTimer);
    this.#current = undefined;
  }

  #strike(refused: string): void {
    this.#spent.add(refused);
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
      const giveUp = () => {
        this.#question?.abort();
        this.#question = undefined;
        end({ kind: 'none' });
      };
      const timer = setTimeout(giveUp, this.#patience());
      if (signal.aborted) return giveUp();
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
    const question = this.#newQuestion();
    const fail = () => {
      if (question.signal.aborted) return;
      question.abort();
      this.#question = undefined;
      this.#tell(reason, requestId);
    };
    const timer = setTimeout(fail, this.#patience());
    question.signal.addEventListener('abort', () => clearTimeout(timer));
    let answer;
    try {
      answer = provider({ signal: question.signal });
    } catch {
      return fail();
    }
    this.#await(answer, question, fail);
  }

  #tell(reason: TokenReason, requestId: string | undefined): void {
    this.#customer.tell({
      reason,
      pending: this.#resume !== undefined,
      requestId,
      respondWith: (answer) => {
        const question = this.#newQuestion();
        this.#await(answer, question, () => {
          if (question.signal.aborted) return;
          this.#question = undefined;
          this.#resume?.({ kind: 'none' });
        });
      },
    });
  }

  /** An answer that comes when its question is no longer asked is dropped; one that brings nothing new has failed. */
  #await(answer: unknown, question: AbortController, fail: () => void): void {
    Promise.resolve(answer).then((token) => {
      if (!question.signal.aborted && !this.supply(token)) fail();
    }, fail);
  }

  #patience(): number {
    return Math.min(this.#customer.timeout() * 1000, LONGEST_TIMER);
  }

  #newQuestion(): AbortController {
    this.#question?.abort();
    return (this.#question = new AbortController());
  }
}
