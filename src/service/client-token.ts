/** Reads client tokens that the page supplies. Pure. */

/** A client token as `generatePaymentCardClientToken` returns it. */
export interface ClientToken {
  /** The text after `Bearer` in the `Authorization` header. */
  readonly value: string;
  /** The expiry time (ISO 8601). Without an expiry, a token is used until the API rejects it. */
  readonly expirationDate?: string | null;
}

/** RFC 6750, section 2.1. Any other text could make `fetch` throw or add a second header. */
const B64TOKEN = /^[\w.~+/-]+=*$/;

export const MALFORMED_TOKEN =
  'The client token is not valid. Supply the string or { value, expirationDate }, exactly as the API returned it.';

interface ReadToken {
  readonly value: string;
  /** Milliseconds since 1970. `NaN` if there is no expiry time. */
  readonly expires: number;
}

export function isTokenText(value: unknown): value is string {
  return typeof value === 'string' && B64TOKEN.test(value);
}

/** Reads a token from the page. Returns `undefined` if the value isn't a token. */
export function readClientToken(given: unknown): ReadToken | undefined {
  const { value, expirationDate } =
    typeof given === 'string' ? { value: given } : (given as Partial<ClientToken>);
  return isTokenText(value) ? { value, expires: Date.parse(expirationDate ?? '') } : undefined;
}

/** Explains why a value isn't a token. Recognises common mistakes. */
export function tokenMistake(given: unknown): string {
  if (given instanceof Response) return 'The client token is a Response. Return response.json().';
  const { value = given, data } = given as { readonly value?: unknown; readonly data?: unknown };
  if (data) return 'The client token is a whole GraphQL response. Return only its ClientToken.';
  return /^Bearer /i.test(String(value)) ? 'Remove Bearer from the client token.' : MALFORMED_TOKEN;
}
