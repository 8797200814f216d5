import { randomBytes } from 'node:crypto';

/** An environment's name. Each environment rejects the other's keys and tokens. */
export type EnvironmentName = 'test' | 'live';

/**
 * The sandbox's API keys, which never change, so the commands in the README work as printed. The
 * keys are not secret, because only a sandbox accepts them.
 */
export const API_KEYS: Readonly<Record<EnvironmentName, string>> = {
  test: 'sandbox-test-api-key',
  live: 'sandbox-live-api-key',
};

/** The lifetime of a client token in seconds, as the API's transport defines it. */
const CLIENT_TOKEN_LIFETIME_SECONDS = 15 * 60;

/** The first bytes of every client token. */
const TOKEN_PREFIX = 'client-token';

/** A client token for one card, with certain permissions. */
export interface ClientTokenGrant {
  readonly value: string;
  readonly cardId: string;
  readonly permissions: readonly string[];
  /** Milliseconds since 1970, on the sandbox's clock. */
  readonly expiresAt: number;
}

/** The identity behind a request's credentials. */
export type Caller =
  | { readonly kind: 'api-key' }
  | { readonly kind: 'client-token'; readonly grant: ClientTokenGrant };

/** One environment's API key, and the client tokens that were issued with it. */
export class Credentials {
  readonly apiKey: string;
  /** Returns the sandbox's time in milliseconds since 1970. */
  readonly #now: () => number;
  readonly #grants = new Map<string, ClientTokenGrant>();

  constructor(environment: EnvironmentName, now: () => number) {
    this.apiKey = API_KEYS[environment];
    this.#now = now;
  }

  /**
   * Returns the caller that the `Authorization` header identifies, or `undefined` if the
   * credentials are missing, malformed, expired or for the other environment.
   */
  identify(authorization: string | undefined): Caller | undefined {
    const [, scheme, value] = /^(basic|bearer) +([\w+/-]+={0,2})$/i.exec(authorization ?? '') ?? [];
    if (scheme === undefined || value === undefined) return undefined;
    if (scheme.toLowerCase() === 'basic') {
      // The key is the user name for Basic authentication. The password is empty or missing.
      const name = Buffer.from(value, 'base64').toString('latin1').replace(/:$/, '');
      return name === this.apiKey ? { kind: 'api-key' } : undefined;
    }
    const grant = this.#grants.get(value);
    return grant && grant.expiresAt > this.#now() ? { kind: 'client-token', grant } : undefined;
  }

  grant(cardId: string, permissions: readonly string[]): ClientTokenGrant {
    const value = Buffer.concat([Buffer.from(TOKEN_PREFIX), randomBytes(40)]).toString('base64');
    const expiresAt = this.#now() + CLIENT_TOKEN_LIFETIME_SECONDS * 1000;
    const grant = { value, cardId, permissions, expiresAt };
    this.#grants.set(value, grant);
    return grant;
  }

  revoke(value: string): void {
    this.#grants.delete(value);
  }

  reset(): void {
    this.#grants.clear();
  }
}
