/**
 * The page's side of client tokens: provides them as the scenario says, and logs each one.
 */
import type {
  ClientToken,
  ClientTokenProvider,
  SetCardPinElement,
  TokenExpiredEvent,
} from '../../src/index.js';
import { fetchClientToken } from '../server-calls/client-tokens.js';
import type { Tone } from './activity/activity-log.js';
import type { Scenario } from './scenario/scenario.js';

/** Milliseconds before a late answer. */
const LATE_ANSWER = 3000;

/**
 * Milliseconds that an expiring token lives. The element asks for another token 30 seconds before
 * one expires, so it uses this token for 2 seconds.
 */
const SHORT_LIFETIME = 32_000;

/** Writes to the log what the page did. */
export type LogAction = (name: string, tone: Tone, ...facts: readonly string[]) => void;

export class TokenSupply {
  readonly #scenario: () => Scenario;
  readonly #log: LogAction;

  constructor(scenario: () => Scenario, log: LogAction) {
    this.#scenario = scenario;
    this.#log = log;
  }

  /** Gives a new element its first token, if the scenario has one. */
  giveFirstToken(element: SetCardPinElement): void {
    const { token } = this.#scenario();
    if (token === 'fresh') void this.#give(element);
    if (token === 'expiring') void this.#give(element, SHORT_LIFETIME);
  }

  /** Answers a token request. */
  answer(event: TokenExpiredEvent): void {
    switch (this.#scenario().answer) {
      case 'at-once':
        return event.respondWith(this.#fetch('respondWith'));
      case 'late': {
        const delay = new Promise<void>((resolve) => setTimeout(resolve, LATE_ANSWER));
        return event.respondWith(delay.then(() => this.#fetch('respondWith')));
      }
      // The element has already called its provider, which failed.
      case 'provider':
      case 'never':
        return;
    }
  }

  /** The element's `getClientToken`. */
  readonly provider: ClientTokenProvider = ({ signal }) => this.#fetch('getClientToken', signal);

  readonly fetchForNaiveForm = (): Promise<ClientToken> => this.#fetch('fetchClientToken');

  /** @param lifetime - Milliseconds that replace the token's own lifetime. */
  async #give(element: SetCardPinElement, lifetime?: number): Promise<void> {
    try {
      element.clientToken = await this.#fetch('clientToken', undefined, lifetime);
    } catch {
      // The failure is in the log.
    }
  }

  async #fetch(way: string, signal?: AbortSignal, lifetime?: number): Promise<ClientToken> {
    try {
      const issued = await fetchClientToken(this.#scenario().card, signal);
      const token =
        lifetime === undefined
          ? issued
          : { ...issued, expirationDate: new Date(Date.now() + lifetime).toISOString() };
      const expires = new Date(token.expirationDate ?? '');
      this.#log(way, 'neutral', `token expires at ${expires.toLocaleTimeString('en-GB')}`);
      return token;
    } catch (error) {
      if (!signal?.aborted)
        this.#log(way, 'bad', error instanceof Error ? error.message : 'no token');
      throw error;
    }
  }
}
