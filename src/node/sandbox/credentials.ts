import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.js';

export type EnvironmentName = 'test' | 'live';

/**
 * The sandbox's API keys. They are the same at every start, so that a command in the README works as it stands; they open
 * nothing but a sandbox on one's own machine.
 */
export const API_KEYS: Readonly<Record<EnvironmentName, string>> = {
  test: 'sandbox-test-api-key',
  live: 'sandbox-live-api-key',
};

/** Lifetime of a client token, in seconds, as the service's transport has it. */
export const CLIENT_TOKEN_LIFETIME_SECONDS = 15 * 60;

/** What every client token of the sandbox says about itself in its first bytes, so that one can be told wherever it stands. */
const TOKEN_MARK = 'client-token';

/** How an API key of the sandbox looks, plain or in base64, and how a client token does. */
export const CREDENTIAL_PATTERN = new RegExp(
  [
    'sandbox-(?:test|live)-api-key',
    `${startOfBase64('sandbox-')}[\\w+/-]+=*`,
    `${startOfBase64(TOKEN_MARK)}[\\w+/-]+=*`,
  ].join('|'),
  'g',
);

/** The tokens kept at a time in one environment; the oldest go first. */
const MOST_TOKENS = 10_000;

/** A client token as it was granted: scoped to one card and to permissions. */
export interface ClientTokenGrant {
  readonly value: string;
  readonly cardId: string;
  readonly permissions: readonly string[];
  /** Milliseconds since 1970, on the sandbox's clock. */
  readonly expiresAt: number;
}

/** Who is calling. */
export type Caller =
  | { readonly kind: 'api-key' }
  | { readonly kind: 'client-token'; readonly grant: ClientTokenGrant };

/** The credentials of one environment: its API key, and the client tokens made with it. */
export class Credentials {
  readonly apiKey: string;
  readonly #clock: Clock;
  readonly #grants = new Map<string, ClientTokenGrant>();

  constructor(environment: EnvironmentName, clock: Clock) {
    this.apiKey = API_KEYS[environment];
    this.#clock = clock;
  }

  /** Who the `Authorization` header speaks for; nothing when it is missing, malformed, of the other environment or lapsed. */
  identify(authorization: string | undefined): Caller | undefined {
    const match = /^(basic|bearer) +([\w+/-]+={0,2})$/i.exec(authorization ?? '');
    const [, scheme, value] = match ?? [];
    if (scheme === undefined || value === undefined) return undefined;
    if (scheme.toLowerCase() === 'basic') {
      // The key is the user's name of Basic authentication: alone, or followed by a colon and no password.
      const name = Buffer.from(value, 'base64').toString('latin1').replace(/:$/, '');
      return name === this.apiKey ? { kind: 'api-key' } : undefined;
    }
    const grant = this.#grants.get(value);
    return grant && grant.expiresAt > this.#clock.now()
      ? { kind: 'client-token', grant }
      : undefined;
  }

  /** Makes a client token for one card. */
  grant(cardId: string, permissions: readonly string[]): ClientTokenGrant {
    const value = Buffer.concat([Buffer.from(TOKEN_MARK), randomBytes(40)]).toString('base64');
    const expiresAt = this.#clock.now() + CLIENT_TOKEN_LIFETIME_SECONDS * 1000;
    const grant = { value, cardId, permissions: [...permissions], expiresAt };
    const [oldest] = this.#grants.keys();
    if (this.#grants.size >= MOST_TOKENS && oldest !== undefined) this.#grants.delete(oldest);
    this.#grants.set(value, grant);
    return grant;
  }

  /** Refuses a client token from now on. */
  revoke(value: string): void {
    this.#grants.delete(value);
  }

  /** Forgets every client token. */
  reset(): void {
    this.#grants.clear();
  }
}

/** As much of the base64 form as does not depend on what follows. */
function startOfBase64(text: string): string {
  return Buffer.from(text)
    .toString('base64')
    .slice(0, Math.floor((text.length * 8) / 6));
}
