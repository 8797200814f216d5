import { parseEndpoint } from '../../address.js';
import { isTokenText, type ClientToken } from '../../service/client-token.js';
import { CLIENT_TOKEN_FIELD, clientTokenOperation } from './client-token-operation.js';
import { knownOptions } from './known-options.js';
import { membersOf, listOf } from '../../service/members.js';
import { RATE_LIMITED } from '../../service/reply.js';
import { parseJson, readText } from './read-text.js';

/**
 * The card-issuing API, and the key that it accepts. The endpoint and the key are read for each
 * request, so a build without the environment variables succeeds. A function may return a different
 * key each time, as key rotation requires.
 */
export interface MintingOptions {
  /** The API's GraphQL endpoint: `https:`, or `http:` on a loopback host. */
  readonly endpoint: Setting<string | URL>;
  /** The API key for the endpoint's environment. The key is sent only to the API. */
  readonly apiKey: Setting<string>;
  /** The API's time limit for responding, in milliseconds: 1 to 600,000, and 15,000 by default. */
  readonly timeLimit?: number;
}

export const MINTING_OPTIONS = ['endpoint', 'apiKey', 'timeLimit'] as const;

/** A value, or a function that returns it. `undefined` if an environment variable isn't set. */
export type Setting<T> = T | undefined | (() => T | undefined | Promise<T | undefined>);

/**
 * The reason why no token was issued:
 *
 * - `rate-limited`: the API key's rate limit has been reached (429, or a code that means the same).
 * - `unavailable`: the API can't be reached, doesn't respond in time, or responds with 5xx.
 * - `failed`: anything else, such as a rejected key or an unknown card. A retry won't help.
 */
export type MintingFailure = 'rate-limited' | 'unavailable' | 'failed';

/** No token was issued. The error is safe to log: it holds neither the API's text nor the key. */
export class MintingError extends Error {
  override readonly name = 'MintingError';
  readonly reason: MintingFailure;
  /** The HTTP status, if the API responded. */
  readonly status: number | undefined;
  /** `Retry-After`, with 429 and 5xx: a number of seconds, or an HTTP date. */
  readonly retryAfter: string | undefined;
  /** `extensions.requestId`, to quote to the provider's support team. */
  readonly requestId: string | undefined;
  /** Codes from a `UserError` or from GraphQL errors. */
  readonly codes: readonly string[];

  constructor(
    reason: MintingFailure,
    message: string,
    answer: Partial<Pick<MintingError, 'status' | 'retryAfter' | 'requestId' | 'codes'>> = {},
  ) {
    super(message);
    this.reason = reason;
    this.status = answer.status;
    this.retryAfter = answer.retryAfter;
    this.requestId = answer.requestId;
    this.codes = answer.codes ?? [];
  }
}

const DEFAULT_TIME_LIMIT = 15_000;
const LONGEST_TIME_LIMIT = 600_000;

/** The longest response that is read, in bytes. */
const MAX_ANSWER_LENGTH = 64 * 1024;

/** A code or a request id, which may be logged, unlike text that a person wrote. */
const NAME = /^[\w.:-]{1,64}$/;

/** Payloads that the API may return instead of a token. */
const REFUSALS = ['AccessDeniedError', 'UserError'];

const WRONG_ADDRESS = ' Check the address in endpoint, for example with npx set-card-pin doctor.';

/** Advice for each response status. */
const ADVICE: Readonly<Record<number, string>> = {
  401: ' The API rejects the key. Check that it belongs to the endpoint’s environment, for example with npx set-card-pin doctor.',
  ...Object.fromEntries([301, 302, 307, 308, 404, 405].map((status) => [status, WRONG_ADDRESS])),
};

/**
 * Requests a client token that can set one card's PIN and do nothing else. Doesn't check whose
 * card it is, so check that first, or use `clientTokenHandler`.
 *
 * @throws {MintingError} if the API doesn't issue a token
 * @throws {TypeError} if an option is unknown, missing or can't be used
 */
export async function mintClientToken(
  cardId: string,
  options: MintingOptions,
): Promise<ClientToken> {
  return (await issueClientToken(cardId, options)).token;
}

/** Does the same as `mintClientToken`, and also returns the API's request id. */
export async function issueClientToken(cardId: string, options: MintingOptions) {
  const { endpoint, authorization, signal } = await readMintingOptions(options);
  const { name: operationName, document: query, variables } = clientTokenOperation(cardId);
  const body = JSON.stringify({ query, operationName, variables });
  let response: Response;
  let text: string | undefined;
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: authorization },
      body,
      // Never send the API key to another address. (Workers don't support `error`.)
      redirect: 'manual',
      signal,
    });
    text = await readText(response, MAX_ANSWER_LENGTH);
    if (text === undefined) await response.body?.cancel();
  } catch (error) {
    throw new MintingError('unavailable', explain(error as FetchError, endpoint));
  }
  return readToken(response, text);
}

/** Errors have a code in Bun, a cause with a code in Node, and a cause with a message in Deno. */
interface FetchError extends Error {
  readonly code?: unknown;
  readonly cause?: { readonly code?: unknown; readonly message?: string };
}

function explain({ name, code, cause, message }: FetchError, endpoint: URL): string {
  if (name === 'TimeoutError') return 'The card-issuing API didn’t respond in time.';
  // A message may quote the address, which may have a secret in its query.
  const text = endpoint.search === '' ? (cause?.message ?? message).slice(0, 200) : undefined;
  const reason = nameIn(code) ?? nameIn(cause?.code) ?? text;
  return `The card-issuing API can’t be reached${reason === undefined ? '' : ` (${reason})`}.`;
}

/**
 * @throws {TypeError} if an option is unknown, missing or can't be used; no value is quoted
 */
async function readMintingOptions(options: MintingOptions) {
  const { timeLimit = DEFAULT_TIME_LIMIT, ...given } = knownOptions(options, MINTING_OPTIONS);
  const endpoint = await valueOf('endpoint', given.endpoint);
  // A file or a variable may end with a line break.
  const apiKey = (await valueOf('apiKey', given.apiKey)).trim();
  const address = parseEndpoint(String(endpoint));
  if (typeof address === 'string') throw new TypeError(address);
  if (!/^[\x20-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be one line of ASCII text.');
  if (!Number.isInteger(timeLimit) || timeLimit < 1 || timeLimit > LONGEST_TIME_LIMIT)
    throw new TypeError('timeLimit must be a whole number of milliseconds from 1 to 600,000.');
  // The key is the user name for Basic authentication. There is no password.
  const authorization = `Basic ${btoa(apiKey)}`;
  return { endpoint: address, authorization, signal: AbortSignal.timeout(timeLimit) };
}

async function valueOf<T extends string | URL>(name: string, setting: Setting<T>): Promise<T> {
  const value = await (typeof setting === 'function' ? setting() : setting);
  if (value) return value;
  throw new TypeError(
    `${name} is missing. If it comes from an environment variable, set the variable.`,
  );
}

/** Copies only a token's two members. */
function readToken({ status, headers }: Response, text: string | undefined) {
  const json = parseJson(text);
  const answer = membersOf(json);
  const payload = membersOf(membersOf(answer['data'])[CLIENT_TOKEN_FIELD]);
  const codes = [...codesIn(answer['errors']), ...codesIn(payload['errors'])];
  const isRateLimited =
    status === 429 || (codes.length > 0 && codes.every((code) => RATE_LIMITED.test(code)));
  const requestId = nameIn(membersOf(answer['extensions'])['requestId']);
  const fail = (problem: string): never => {
    const isPassing = isRateLimited || status >= 500;
    const retryAfter = isPassing ? readRetryAfter(headers.get('Retry-After')) : undefined;
    const reason = isRateLimited ? 'rate-limited' : isPassing ? 'unavailable' : 'failed';
    const message = `The card-issuing API responded with ${problem}.${ADVICE[status] ?? ''}`;
    throw new MintingError(reason, message, { status, retryAfter, requestId, codes });
  };
  if (status !== 200) return fail(`${status}`);
  if (text === undefined) return fail('over 64 KiB');
  if (json === undefined) return fail('something other than JSON');
  const { __typename: type, value, expirationDate } = payload;
  const isExpiry = typeof expirationDate === 'string' || expirationDate === null;
  if (type !== 'ClientToken' || typeof value !== 'string' || !isExpiry)
    return fail(REFUSALS.find((name) => name === type) ?? 'no token');
  if (!isTokenText(value)) return fail('a token that is not base64-style text');
  const token: ClientToken = { value, expirationDate };
  return { token, requestId };
}

/** Returns the codes in a list of errors: a `UserError`'s `code`, or `extensions.code`. */
function codesIn(errors: unknown): readonly string[] {
  return listOf(errors)
    .map(membersOf)
    .flatMap(({ code, extensions }) => nameIn(code ?? membersOf(extensions)['code']) ?? []);
}

function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' && NAME.test(value) ? value : undefined;
}

/** Returns the value if it is a number of seconds or an HTTP date. */
function readRetryAfter(value: string | null): string | undefined {
  const isValid = /^\d{1,6}$|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;
  return value !== null && isValid.test(value) ? value : undefined;
}
