/**
 * Turns an HTTP status and body into a Reply: the part of an attempt's result that is the same for
 * every mutation. Pure.
 */
import { fieldsOf, isFields, listOf, type Fields } from './fields.js';
import type { Exchange } from './request.js';

type Answer = Extract<Exchange, { kind: 'answer' }>;

/**
 * The result of one attempt.
 *
 * @internal
 */
export type Reply = Answered & { readonly requestId?: string };

type Answered =
  /** The root field has an object as its value. */
  | { readonly kind: 'answered'; readonly result: Fields; readonly hasErrors: boolean }
  /** The schema refused the document or its variables. Not executed. */
  | { readonly kind: 'document-refused'; readonly errors: readonly unknown[] }
  /** The client token is not valid any more. Not executed. */
  | { readonly kind: 'token-refused' }
  /** The client token does not permit this. */
  | { readonly kind: 'forbidden' }
  /** The server does not take such a request at this address. Not executed. */
  | { readonly kind: 'request-refused'; readonly status: number }
  /** The rate limit was reached. Not executed. */
  | { readonly kind: 'rate-limited'; readonly rateLimit?: RateLimit; readonly retryAfter?: string }
  /** 503 in the service's own envelope. Not executed. */
  | { readonly kind: 'unavailable'; readonly retryAfter?: string }
  /** Any other 5xx, and a 503 that a proxy may have sent. Perhaps executed. */
  | { readonly kind: 'server-error'; readonly retryAfter?: string }
  /**
   * Any other answer. Perhaps executed. `errors` may show that the schema refused the document all
   * the same.
   */
  | { readonly kind: 'unknown'; readonly errors: readonly unknown[] }
  /** The request left this machine, and no answer came back. Perhaps executed. */
  | { readonly kind: 'lost' }
  /** The request never left this machine. */
  | { readonly kind: 'unsent' }
  /** The caller's signal ended the attempt. */
  | { readonly kind: 'aborted' };

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
 * Returns the result of an attempt. Never throws, even for a malformed answer.
 *
 * @internal
 */
export function replyOf(exchange: Exchange): Reply {
  if (exchange.kind !== 'answer') return exchange;
  const body = fieldsOf(exchange.body);
  const { requestId } = fieldsOf(body['extensions']);
  return {
    ...readAnswer(exchange, body),
    ...(typeof requestId === 'string' && REQUEST_ID.test(requestId) && { requestId }),
  };
}

function readAnswer(exchange: Answer, body: Fields): Answered {
  const retryAfter = exchange.retryAfter !== undefined && { retryAfter: exchange.retryAfter };
  const result = fieldsOf(body['data'])['result'];
  const errors = listOf(body['errors']);
  const status = statusOf(exchange, body, isFields(result));
  switch (status) {
    case 200:
      return isFields(result)
        ? { kind: 'answered', result: fieldsOf(result), hasErrors: hasErrors(body) }
        : { kind: 'unknown', errors };
    case 400:
    case 422:
      return { kind: 'document-refused', errors };
    case 401:
      return { kind: 'token-refused' };
    case 403:
      return { kind: 'forbidden' };
    case 429:
      return { kind: 'rate-limited', ...rateLimitOf(body), ...retryAfter };
    case 503:
      return { kind: isEnvelope(body) ? 'unavailable' : 'server-error', ...retryAfter };
    default:
      if (LASTING.includes(status)) return { kind: 'request-refused', status };
      return status < 500 ? { kind: 'unknown', errors } : { kind: 'server-error', ...retryAfter };
  }
}

/** The other statuses that say that the request was not executed, now or later. */
const LASTING = [404, 405, 410, 411, 413, 414, 415, 421, 425, 426, 431, 451];

/** Statuses with the same meaning as 200, when the body is the service's. */
const SUCCESSFUL = [200, 201, 203];

/**
 * The statuses that codes of errors stand for: the codes of Apollo Server and its kin, of Spring
 * (`UNAUTHORIZED`), of Hot Chocolate (`AUTH_…`) and of Hasura.
 */
const CODES: readonly (readonly [status: number, codes: RegExp])[] = [
  [400, /^(GRAPHQL_\w+_FAILED|BAD_USER_INPUT)$/],
  [401, /^(UNAUTHENTICATED|UNAUTHORIZED|AUTH_NOT_AUTHENTICATED|invalid-jwt)$/],
  [403, /^(FORBIDDEN|AUTH_NOT_AUTHORIZED|access-denied)$/],
  [429, /^(RATE_LIMITED|THROTTLED|TOO_MANY_REQUESTS)$/],
];

/**
 * Returns the status that says what happened to the request. Many servers answer 200 or 500 with an
 * error that says more.
 */
function statusOf({ status, challenge }: Answer, body: Fields, hasResult: boolean): number {
  const isSuccessful = SUCCESSFUL.includes(status);
  const errors = listOf(body['errors']).map(fieldsOf);
  // An error in a field of the result comes after the execution.
  if (!hasResult && errors.length > 0 && !errors.some(({ path }) => isInResult(path, 2))) {
    const extensions = fieldsOf(errors[0]?.['extensions']);
    // Spring writes `classification`.
    const given = extensions['code'] ?? extensions['classification'];
    const code = typeof given === 'string' ? given : '';
    const meant = CODES.find(([, codes]) => codes.test(code))?.[0];
    if (meant !== undefined) return meant;
    // A request error (GraphQL specification, section 7.1): without `data`, nothing was executed.
    // Some servers leave `data` out after the execution too. They name the field or an internal
    // error.
    const isRequestError =
      !('data' in body) &&
      !errors.some(({ path }) => isInResult(path, 1)) &&
      !/internal|unexpected/i.test(code);
    if (isSuccessful && isRequestError) return 400;
  }
  if (status === 403 && /\binvalid_token\b/.test(challenge ?? '')) return 401;
  return isSuccessful ? 200 : status;
}

/** Returns whether a path of at least this length begins with our root field. */
function isInResult(path: unknown, length: number): boolean {
  const keys = listOf(path);
  return keys[0] === 'result' && keys.length >= length;
}

/**
 * Returns whether the service itself sent a body. Every response of the service has a request id. A
 * proxy can send a 503 although the service has executed the request.
 */
function isEnvelope(body: Fields): boolean {
  return typeof fieldsOf(body['extensions'])['requestId'] === 'string';
}

function hasErrors({ errors }: Fields): boolean {
  return errors !== undefined && errors !== null && !(Array.isArray(errors) && errors.length === 0);
}

function rateLimitOf(body: Fields): { rateLimit?: RateLimit } {
  const given = fieldsOf(body['extensions'])['rateLimit'];
  if (given === undefined || given === null) return {};
  const { asOf, count, complexity } = fieldsOf(given);
  return {
    rateLimit: {
      ...(typeof asOf === 'string' && { asOf }),
      ...(isFields(count) && { count: bucketOf(count) }),
      ...(isFields(complexity) && { complexity: bucketOf(complexity) }),
    },
  };
}

function bucketOf({ cost, remaining, limit }: Fields): RateLimitBucket {
  return {
    ...(typeof cost === 'number' && { cost }),
    ...(typeof remaining === 'number' && { remaining }),
    ...(typeof limit === 'number' && { limit }),
  };
}
