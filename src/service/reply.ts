/**
 * Reads an answer to a mutation by what a machine can read: the status, the shape of the body and
 * `extensions.code`. No English text of an error is ever read. Pure.
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
  /** The rate limit was reached. `retryAfter`: seconds, if the service said so. */
  | { readonly kind: 'rate-limited'; readonly rateLimit?: RateLimit; readonly retryAfter?: number }
  /** The client token does not permit this. */
  | { readonly kind: 'forbidden' }
  /** The service refused the document or its variables before it executed anything. */
  | { readonly kind: 'operation-refused'; readonly status: number }
  /** Nobody can tell whether the mutation was executed. */
  | Doubt
  /** The caller's signal ended the attempt. */
  | { readonly kind: 'aborted' };

interface Doubt {
  readonly kind: 'doubt';
  /** `true` if another attempt under the same key may end the doubt. */
  readonly isPassing: boolean;
  /** `true` after a 5xx of the service itself, which a service may have stored for the key. */
  readonly isStored: boolean;
  /** Seconds, if the service said so. */
  readonly retryAfter?: number;
  /** The status and the media type of the answer; `undefined` if none came. */
  readonly answer?: {
    readonly status: number;
    readonly mediaType: string;
    readonly isGraphQL: boolean;
  };
}

/** The rate limits of the caller, as the service reports them. */
export interface RateLimit {
  /** The time of the figures, ISO 8601. */
  readonly asOf?: string;
  /** The budget of requests. */
  readonly count?: RateLimitBucket;
  /** The budget of query complexity. */
  readonly complexity?: RateLimitBucket;
}

/** One budget, in the service's own units. */
export interface RateLimitBucket {
  /** The part that this request consumed. */
  readonly cost?: number;
  /** The part that is left. */
  readonly remaining?: number;
  /** The size of the whole budget. */
  readonly limit?: number;
}

/** Request ids that may be shown to a person. Any other text of the service is dropped. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/**
 * Reads an answer, and never throws, even if it is malformed. `field` is the mutation's root field.
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

/** Statuses below 500 that say that the answer may be another one later. */
const PASSING = [408, 409, 425];

/** Codes of Apollo Server and its kin, of Spring, of Hot Chocolate and of Hasura. */
const TOKEN_REFUSED = /^(UNAUTHENTICATED|UNAUTHORIZED|AUTH_NOT_AUTHENTICATED|invalid-jwt)$/;

/** @internal */
export const RATE_LIMITED = /^(RATE_LIMITED|THROTTLED|TOO_MANY_REQUESTS)$/;

const FORBIDDEN = /^(FORBIDDEN|AUTH_NOT_AUTHORIZED|access-denied)$/;

/**
 * Codes of a schema, and of services that run registered operations only. Hasura has one code for
 * both. Those that come with a 400 anyway are not here.
 */
const REFUSED =
  /^(GRAPHQL_PARSE_FAILED|GRAPHQL_VALIDATION_FAILED|BAD_USER_INPUT|validation-failed|PERSISTED_(QUERY|DOCUMENT)_.+|QUERY_NOT_IN_SAFELIST|CANNOT_SEND_PQ_ID_AND_BODY)$/;

/** The rows of docs/errors.md, from the top. */
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
  // A path belongs to a field, which was executed.
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
    // Every response of the service has a request id.
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
