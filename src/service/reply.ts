/**
 * Classifies a mutation's response by its status, the body's shape and `extensions.code`. Never
 * reads an error's English text. Pure.
 */
import { membersOf, isObject, listOf, type Members } from './members.js';
import type { Exchange } from './attempt.js';

type Answer = Extract<Exchange, { kind: 'answer' }>;

/** @internal */
export type Reply = Answered & { readonly requestId?: string };

type Answered =
  /** The root field is an object, and there are no errors. */
  | { readonly kind: 'result'; readonly result: Members }
  | { readonly kind: 'token-refused' }
  /** The rate limit was reached. `retryAfter` is in seconds, if the API sent it. */
  | { readonly kind: 'rate-limited'; readonly rateLimit?: RateLimit; readonly retryAfter?: number }
  /** The client token doesn't permit the mutation. */
  | { readonly kind: 'forbidden' }
  /** The API rejected the document or its variables, and didn't execute anything. */
  | { readonly kind: 'operation-refused'; readonly status: number }
  /** It's unknown whether the mutation was executed. */
  | Doubt
  /** The caller's signal ended the attempt. */
  | { readonly kind: 'aborted' };

interface Doubt {
  readonly kind: 'doubt';
  /** `true` if another attempt with the same key may resolve the doubt. */
  readonly isPassing: boolean;
  /** `true` after a 5xx from the API itself, which may have stored the response for the key. */
  readonly isStored: boolean;
  /** The `Retry-After` time in seconds, if the API sent it. */
  readonly retryAfter?: number;
  /** The response's status and media type. `undefined` if there was no response. */
  readonly answer?: {
    readonly status: number;
    readonly mediaType: string;
    readonly isGraphQL: boolean;
  };
}

/** The caller's rate limits, as the API reports them. */
export interface RateLimit {
  /** The time to which the figures apply, in ISO 8601 format. */
  readonly asOf?: string;
  /** The limit on the number of requests. */
  readonly count?: RateLimitBucket;
  /** The limit on query complexity. */
  readonly complexity?: RateLimitBucket;
}

/** One rate limit, in the API's own units. */
export interface RateLimitBucket {
  /** The amount that the request used. */
  readonly cost?: number;
  /** The amount that is left. */
  readonly remaining?: number;
  /** The total amount. */
  readonly limit?: number;
}

/** Request ids that are safe to show to people. All other text from the API is dropped. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/**
 * Reads a response, even a malformed one, and never throws. `field` is the mutation's root field.
 *
 * @internal
 */
export function replyOf(exchange: Exchange, field: string): Reply {
  if (exchange.kind === 'lost') return { kind: 'doubt', isPassing: true, isStored: false };
  if (exchange.kind !== 'answer') return exchange;
  const body = membersOf(exchange.body);
  const { requestId } = membersOf(body['extensions']);
  return {
    ...readAnswer(exchange, body, field),
    ...(typeof requestId === 'string' && REQUEST_ID.test(requestId) && { requestId }),
  };
}

/** Statuses below 500 after which a retry may receive a different response. */
const PASSING = [408, 409, 425];

/** Error codes from Spring, Hot Chocolate, Hasura, and Apollo Server and servers like it. */
const TOKEN_REFUSED = /^(UNAUTHENTICATED|UNAUTHORIZED|AUTH_NOT_AUTHENTICATED|invalid-jwt)$/;

/** @internal */
export const RATE_LIMITED = /^(RATE_LIMITED|THROTTLED|TOO_MANY_REQUESTS)$/;

const FORBIDDEN = /^(FORBIDDEN|AUTH_NOT_AUTHORIZED|access-denied)$/;

/**
 * Codes for operations that don't match the schema or aren't registered. Hasura uses one code for
 * invalid and unregistered operations. Codes that always come with a 400 aren't listed.
 */
const REFUSED =
  /^(GRAPHQL_PARSE_FAILED|GRAPHQL_VALIDATION_FAILED|BAD_USER_INPUT|validation-failed|PERSISTED_(QUERY|DOCUMENT)_.+|QUERY_NOT_IN_SAFELIST|CANNOT_SEND_PQ_ID_AND_BODY)$/;

/** Classifies a response by the rows in docs/errors.md, from top to bottom. */
function readAnswer(exchange: Answer, body: Members, field: string): Answered {
  const { status, challenge = '' } = exchange;
  const retryAfter = exchange.retryAfter !== undefined && { retryAfter: exchange.retryAfter };
  const result = membersOf(body['data'])[field];
  const errors = listOf(body['errors']).map(membersOf);
  const hasErrors = errors.length > 0;
  const isEach = (codes: RegExp): boolean =>
    hasErrors && errors.every(({ extensions }) => codes.test(codeIn(membersOf(extensions))));

  if (isObject(result))
    return isNone(body['errors'])
      ? { kind: 'result', result: membersOf(result) }
      : { ...doubt(exchange, body), isPassing: false };
  if (status === 401 || isEach(TOKEN_REFUSED)) return { kind: 'token-refused' };
  if (status === 403 && /^Bearer\b.*\berror="?invalid_token\b/i.test(challenge))
    return { kind: 'token-refused' };
  if (status === 429 || isEach(RATE_LIMITED))
    return { kind: 'rate-limited', ...rateLimitOf(body), ...retryAfter };
  // An error with a path comes from a field that was executed.
  const isUnexecuted = errors.every(({ path }) => path === undefined || path === null);
  const refused = { kind: 'operation-refused', status } as const;
  if (isUnexecuted && isEach(REFUSED)) return refused;
  if ((status === 403 && hasErrors) || isEach(FORBIDDEN)) return { kind: 'forbidden' };
  if (isUnexecuted && hasErrors && (status === 400 || status === 422)) return refused;
  return { ...doubt(exchange, body), ...retryAfter };
}

function codeIn({ code }: Members): string {
  return typeof code === 'string' ? code : '';
}

function isNone(errors: unknown): boolean {
  return errors === undefined || errors === null || (Array.isArray(errors) && errors.length === 0);
}

function doubt({ status, mediaType }: Answer, body: Members): Doubt {
  return {
    kind: 'doubt',
    isPassing: status >= 500 || PASSING.includes(status),
    // All of the API's own responses have a request id.
    isStored: status >= 500 && typeof membersOf(body['extensions'])['requestId'] === 'string',
    answer: { status, mediaType, isGraphQL: 'data' in body || 'errors' in body },
  };
}

function rateLimitOf(body: Members): { rateLimit?: RateLimit } {
  const given = membersOf(body['extensions'])['rateLimit'];
  if (given === undefined || given === null) return {};
  const { asOf, count, complexity } = membersOf(given);
  return {
    rateLimit: {
      ...(typeof asOf === 'string' && { asOf }),
      ...(isObject(count) && { count: bucketOf(count) }),
      ...(isObject(complexity) && { complexity: bucketOf(complexity) }),
    },
  };
}

function bucketOf({ cost, remaining, limit }: Members): RateLimitBucket {
  return {
    ...(typeof cost === 'number' && { cost }),
    ...(typeof remaining === 'number' && { remaining }),
    ...(typeof limit === 'number' && { limit }),
  };
}
