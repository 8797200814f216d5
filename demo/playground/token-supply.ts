/**
 * The page's side of client tokens: supplies them as the scenario says, and logs each answer.
 */
import type { ClientToken, ClientTokenProvider } from '../../src/index.js';
import { fetchClientToken } from '../server-calls/client-tokens.js';
import type { Tone } from './activity/activity-log.js';
import type { Scenario } from './scenario/scenario.js';

/** Milliseconds before a late answer. */
const LATE_ANSWER = 3000;

/** Milliseconds that a short-lived token lives. */
const SHORT_LIFETIME = 2000;

/** Writes to the log what the page did. */
export type LogAction = (name: string, tone: Tone, ...facts: readonly string[]) => void;

export class TokenSupply {
  readonly #scenario: () => Scenario;
  readonly #log: LogAction;

  constructor(scenario: () => Scenario, log: LogAction) {
    this.#scenario = scenario;
    this.#log = log;
  }

  /** The element's `getClientToken`. */
  readonly getClientToken: ClientTokenProvider = async ({ signal }) => {
    switch (this.#scenario().answer) {
      case 'at-once':
        return this.#fetch(signal);
      case 'late':
        await new Promise((resolve) => setTimeout(resolve, LATE_ANSWER));
        return this.#fetch(signal);
      case 'short-lived':
        return {
          ...(await this.#fetch(signal)),
          expirationDate: new Date(Date.now() + SHORT_LIFETIME).toISOString(),
        };
      case 'signed-out':
        this.#log('getClientToken', 'neutral', 'null: nobody is signed in');
        return null;
      case 'failure':
        throw this.#failure('The portal’s route is down.');
      case 'never':
        return new Promise(() => undefined);
    }
  };

  readonly fetchForNaiveForm = (): Promise<ClientToken> => this.#fetch();

  async #fetch(signal?: AbortSignal): Promise<ClientToken> {
    try {
      const token = await fetchClientToken(this.#scenario().card, signal);
      this.#log('getClientToken', 'neutral', 'a client token');
      return token;
    } catch (error) {
      if (signal?.aborted) throw error;
      throw this.#failure(error instanceof Error ? error.message : 'no token');
    }
  }

  #failure(reason: string): Error {
    this.#log('getClientToken', 'bad', reason);
    return new Error(reason);
  }
}
