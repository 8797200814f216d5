/** A client token as the page supplies it. Pure. */

/** A client token as `generatePaymentCardClientToken` returns it. */
export interface ClientToken {
  /** The text after `Bearer` in the `Authorization` header. */
  readonly value: string;
  /** Its expiry time, ISO 8601. Without it the token is used until the service refuses it. */
  readonly expirationDate?: string | null;
}

/** RFC 6750, section 2.1. Anything else would make `fetch` throw, or add a second header. */
const B64TOKEN = /^[\w.~+/-]+=*$/;

export const MALFORMED_TOKEN =
  'The client token is not valid. Supply the text or { value, expirationDate }, exactly as the service returned it.';

interface ReadToken {
  readonly value: string;
  /** Milliseconds since 1970; NaN if it has no expiry time. */
  readonly expires: number;
}

export function isTokenText(value: unknown): value is string {
  return typeof value === 'string' && B64TOKEN.test(value);
}

/** Reads what the page supplied, or returns `undefined` if it is not a token. */
export function readClientToken(given: unknown): ReadToken | undefined {
  const { value, expirationDate } =
    typeof given === 'string' ? { value: given } : (given as Partial<ClientToken>);
  return isTokenText(value) ? { value, expires: Date.parse(expirationDate ?? '') } : undefined;
}

/** Explains what is wrong with something that is not a token. Knows what pages often supply. */
export function tokenMistake(given: unknown): string {
  if (given instanceof Response) return 'The client token is a Response: return response.json().';
  const { value = given, data } = given as { readonly value?: unknown; readonly data?: unknown };
  if (data) return 'The client token is a whole GraphQL response: return the ClientToken in it.';
  return /^Bearer /i.test(String(value))
    ? 'Leave out Bearer before the client token.'
    : MALFORMED_TOKEN;
}
