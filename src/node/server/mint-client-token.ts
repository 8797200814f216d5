import { parseEndpoint } from '../../address.js';
import { readClientToken, type ClientToken } from '../../service/client-token.js';
import { CLIENT_TOKEN_FIELD, clientTokenOperation } from './client-token-operation.js';
import { readText } from './read-text.js';

/**
 * The service, and the key that it accepts. The types include `undefined`, because a variable of
 * the environment may not be set. Then a `TypeError` says so.
 */
export interface MintingOptions {
  /** The service's GraphQL endpoint: `https:`, or `http:` on a loopback host. */
  readonly endpoint: string | URL | undefined;
  /** The API key of the endpoint's environment. Only the service gets it. */
  readonly apiKey: string | undefined;
  /** Milliseconds that the service has to answer. 15,000 by default. */
  readonly timeLimit?: number;
}

/**
 * Reasons for which no token was made:
 *
 * - `rate-limited`: the API key's budget is spent (429).
 * - `unavailable`: the service can't be reached, does not answer in time, or answers 503.
 * - `failed`: anything else, such as a refused key or an unknown card. A retry won't help.
 */
export type MintingFailure = 'rate-limited' | 'unavailable' | 'failed';

/** No token was made. The error holds no text of the service and no key, so it may be logged. */
export class MintingError extends Error {
  override readonly name = 'MintingError';
  readonly reason: MintingFailure;
  /** The HTTP status that the service answered, if it did. */
  readonly status: number | undefined;
  /** The service's `Retry-After`, with 429 and 503: seconds, or a date of HTTP. */
  readonly retryAfter: string | undefined;

  constructor(reason: MintingFailure, message: string, status?: number, retryAfter?: string) {
    super(message);
    this.reason = reason;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

const DEFAULT_TIME_LIMIT = 15_000;

/** Bytes of the longest answer. */
const MAX_ANSWER_LENGTH = 64 * 1024;

/** The payloads that the service may answer with instead of a token. */
const REFUSALS = ['AccessDeniedError', 'UserError'];

/**
 * Makes a client token that may set the PIN of one card and do nothing else. It doesn't check whose
 * card it is: do that before, or use `clientTokenHandler`.
 *
 * @throws {MintingError} if the service makes no token
 * @throws {TypeError} if the endpoint or the API key can't be used
 */
export async function mintClientToken(
  cardId: string,
  options: MintingOptions,
): Promise<ClientToken> {
  const { endpoint, authorization } = readMintingOptions(options);
  const { name: operationName, document: query, variables } = clientTokenOperation(cardId);
  let response: Response;
  let text: string | undefined;
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: authorization },
      body: JSON.stringify({ query, operationName, variables }),
      // Never send the API key to another address. (Workers don't know `error`.)
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeLimit ?? DEFAULT_TIME_LIMIT),
    });
    text = await readText(response, MAX_ANSWER_LENGTH);
    if (text === undefined) await response.body?.cancel();
  } catch {
    // The cause could quote the address, which may hold a secret in its query.
    throw new MintingError('unavailable', 'The card service can’t be reached.');
  }
  const { status } = response;
  if (status === 429 || status === 503) {
    const reason = status === 429 ? 'rate-limited' : 'unavailable';
    const retryAfter = readRetryAfter(response.headers.get('Retry-After'));
    throw new MintingError(reason, `The card service answers ${status}.`, status, retryAfter);
  }
  if (status !== 200)
    throw new MintingError('failed', `The card service answers ${status}.`, status);
  if (text === undefined)
    throw new MintingError('failed', 'The card service answers with over 64 KiB.', status);
  return readToken(text);
}

/**
 * Checks the options.
 *
 * @throws {TypeError} if one can't be used; the message quotes neither
 */
export function readMintingOptions({ endpoint, apiKey }: MintingOptions): {
  readonly endpoint: URL;
  readonly authorization: string;
} {
  if (!endpoint) throw missing('endpoint');
  if (!apiKey) throw missing('apiKey');
  const address = parseEndpoint(String(endpoint));
  if (typeof address === 'string') throw new TypeError(address);
  if (!/^[\x20-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey is not one line of ASCII text.');
  // The key is the user name of Basic authentication. There is no password.
  return { endpoint: address, authorization: `Basic ${btoa(apiKey)}` };
}

function missing(option: string): TypeError {
  return new TypeError(
    `${option} is missing. If it comes from an environment variable, set the variable.`,
  );
}

/** Copies only the two members of a token. */
function readToken(text: string): ClientToken {
  let payload: Partial<Record<string, unknown>> | null | undefined;
  try {
    const body = JSON.parse(text) as { data?: Record<string, typeof payload> | null } | null;
    payload = body?.data?.[CLIENT_TOKEN_FIELD];
  } catch {
    throw new MintingError(
      'failed',
      'The card service answers with something else than JSON.',
      200,
    );
  }
  const { __typename: type, value, expirationDate } = payload ?? {};
  const isExpiry = typeof expirationDate === 'string' || expirationDate === null;
  const isToken = type === 'ClientToken' && typeof value === 'string' && isExpiry;
  if (isToken && readClientToken(value) !== undefined) return { value, expirationDate };
  const refusal = isToken
    ? 'a token that is not base64-style text'
    : (REFUSALS.find((name) => name === type) ?? 'no token');
  throw new MintingError('failed', `The card service answers with ${refusal}.`, 200);
}

/** Returns the value if it is seconds or a date of HTTP. */
function readRetryAfter(value: string | null): string | undefined {
  const isValid = /^\d{1,6}$|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;
  return value !== null && isValid.test(value) ? value : undefined;
}
