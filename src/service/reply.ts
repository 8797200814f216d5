/**
 * Turns an HTTP status and body into a Reply: the part of an attempt's result that is the same for
 * every mutation. Pure.
 */
import { fieldsOf, isFields, listOf, type Fields } from './fields.js';
import type { Exchange } from './request.js';

/**
 * The result of one attempt.
 *
 * @internal
 */
export type Reply = Answered & { readonly requestId?: string };

type Answered =
  /** 200. `result` is the value of the root field, if that is an object. */
  | { readonly kind: 'answered'; readonly result: Fields; readonly hasErrors: boolean }
  /** 400: the schema refused the document. Not executed. */
  | { readonly kind: 'document-refused'; readonly errors: readonly unknown[] }
  /** 401: the client token is not valid any more. Not executed. */
  | { readonly kind: 'token-refused' }
  /** 403: the client token does not permit this. */
  | { readonly kind: 'forbidden' }
  /** 404, 405 or 415: there is no GraphQL endpoint. */
  | { readonly kind: 'not-found'; readonly status: number }
  /** 429. Not executed. */
  | { readonly kind: 'rate-limited'; readonly rateLimit?: RateLimit; readonly retryAfter?: string }
  /** 503 in the service's own envelope. Not executed. */
  | { readonly kind: 'unavailable'; readonly retryAfter?: string }
  /** Any other 5xx, and a 503 that a proxy may have sent. Perhaps executed. */
  | { readonly kind: 'server-error'; readonly retryAfter?: string }
  /** Any other status. Perhaps executed. */
  | { readonly kind: 'unknown' }
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
    ...readAnswer(exchange.status, body, exchange.retryAfter),
    ...(typeof requestId === 'string' && REQUEST_ID.test(requestId) && { requestId }),
  };
}

function readAnswer(status: number, body: Fields, header: string | undefined): Answered {
  const retryAfter = header !== undefined && { retryAfter: header };
  switch (status) {
    case 200:
      return {
        kind: 'answered',
        result: fieldsOf(fieldsOf(body['data'])['result']),
        hasErrors: hasErrors(body),
      };
    case 400:
      return { kind: 'document-refused', errors: listOf(body['errors']) };
    case 401:
      return { kind: 'token-refused' };
    case 403:
      return { kind: 'forbidden' };
    case 404:
    case 405:
    case 415:
      return { kind: 'not-found', status };
    case 429:
      return { kind: 'rate-limited', ...rateLimitOf(body), ...retryAfter };
    case 503:
      return { kind: isEnvelope(body) ? 'unavailable' : 'server-error', ...retryAfter };
    default:
      return status < 500 ? { kind: 'unknown' } : { kind: 'server-error', ...retryAfter };
  }
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
