/**
 * Reply → Outcome, closed by default: exactly one shape is success, and whatever is not understood may have been executed. Pure.
 */
import type { ConfirmationProblem, PinProblem } from '../pin/rules.js';
import type { Reply } from '../service/request.js';

/** How one submit ended. One closed union, told apart by `kind`. */
export type Outcome =
  /** The service confirmed the new PIN. */
  | { readonly kind: 'set'; readonly card: PaymentCard; readonly requestId?: string }
  /** Refused at the field; nothing was sent and nothing typed was lost. */
  | Invalid
  /** The service's business rules refused the PIN or the card. */
  | {
      readonly kind: 'rejected';
      readonly errors: readonly RejectedError[];
      readonly requestId?: string;
    }
  /** The client token may not do this. */
  | { readonly kind: 'denied'; readonly requestId?: string }
  /** No client token came that the service takes. */
  | { readonly kind: 'token-expired'; readonly requestId?: string }
  /** The budget of requests is spent. Not executed. */
  | {
      readonly kind: 'rate-limited';
      readonly rateLimit?: RateLimit;
      readonly requestId?: string;
    }
  /** The service could not be reached, or said that it is not available; or the frame page did not answer. Not executed. */
  | {
      readonly kind: 'unavailable';
      readonly requestId?: string;
      /** Of a frame page: what may be wrong, in English, for the developer. */
      readonly explanation?: string;
    }
  /** The PIN may or may not be set. */
  | { readonly kind: 'unconfirmed'; readonly requestId?: string }
  /** The page's mistake. Not executed. */
  | Misconfigured
  /** Given up by the page or the cardholder: removal, reset, disable, leaving the page. */
  | { readonly kind: 'aborted' };

/** How a submit that did not set the PIN ended. */
export type FailedOutcome = Exclude<Outcome, { kind: 'set' | 'aborted' }>;

/** The page's mistake: in one of the element's attributes, or in what stands at the endpoint. */
export type Misconfigured = {
  readonly kind: 'misconfigured';
  /** What to mend, in English, for the developer. */
  readonly explanation: string;
  readonly requestId?: string;
} & (
  | {
      /** Its name, or that of a property without an attribute. */
      readonly attribute:
        | 'endpoint'
        | 'card-id'
        | 'pin-length'
        | 'pin-rules'
        | 'deniedPins'
        | 'client-token'
        | 'frame-src';
      readonly detail?: never;
    }
  | {
      readonly attribute?: never;
      /** `covered`: something lies over the frame in which the PIN is typed. */
      readonly detail: 'operation-refused' | 'endpoint-not-found' | 'covered';
    }
);

/** What the local rules find wrong with an entry. */
export type Invalid =
  | { readonly kind: 'invalid'; readonly field: 'new'; readonly problem: PinProblem }
  | { readonly kind: 'invalid'; readonly field: 'confirm'; readonly problem: ConfirmationProblem };

/** The card whose PIN was set. */
export interface PaymentCard {
  readonly id: string;
  /** Bank identification number: the first digits of the card's number. */
  readonly bin: string;
  /** The last four digits of the card's number. */
  readonly last4: string;
}

/** One member of a `UserError`. */
export interface RejectedError {
  /** The issuer's code, as the service sent it. No list of them is published. */
  readonly code: string;
  /** The input field it concerns, such as `['input', 'newPin']`; empty where the service named none. */
  readonly path: readonly string[];
}

/** The budget of the calling key, as the service gave it. */
export interface RateLimit {
  /** When the figures were taken, ISO 8601. */
  readonly asOf?: string;
  readonly count?: RateLimitBucket;
  readonly complexity?: RateLimitBucket;
}

/** One budget, in the service's own units. */
export interface RateLimitBucket {
  readonly cost?: number;
  readonly remaining?: number;
  readonly limit?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The service's request ids that may be shown and quoted. Any other text of the service's is dropped. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/**
 * Reads what became of the last attempt. Never throws, whatever the service sent.
 *
 * @internal
 */
export function outcomeOf(reply: Reply): Outcome {
  switch (reply.kind) {
    case 'aborted':
      return { kind: 'aborted' };
    case 'unsent':
      return { kind: 'unavailable' };
    case 'lost':
      return { kind: 'unconfirmed' };
    case 'answer':
      return { ...ofAnswer(reply.status, fieldsOf(reply.body)), ...requestIdOf(reply.body) };
  }
}

function ofAnswer(status: number, body: Fields): Outcome {
  switch (status) {
    case 200:
      return ofPayload(body);
    case 400:
      return {
        kind: 'misconfigured',
        detail: 'operation-refused',
        explanation:
          'The service refused the operation (400): its schema differs from the one this component knows, or a value has the wrong form. Quote the request id to the provider.',
      };
    case 401:
      return { kind: 'token-expired' };
    case 403:
      return { kind: 'denied' };
    case 404:
    case 405:
    case 415:
      return {
        kind: 'misconfigured',
        detail: 'endpoint-not-found',
        explanation: `There is no GraphQL endpoint at the address in endpoint (status ${status}).`,
      };
    case 429:
      return { kind: 'rate-limited', ...rateLimitOf(body) };
    case 503:
      return { kind: 'unavailable' };
    default:
      return { kind: 'unconfirmed' };
  }
}

function ofPayload(body: Fields): Outcome {
  const payload = fieldsOf(fieldsOf(body['data'])['setPinForPaymentCard']);
  switch (payload['__typename']) {
    case 'PaymentCard': {
      const { id, bin, last4 } = payload;
      const whole = typeof id === 'string' && typeof bin === 'string' && typeof last4 === 'string';
      return whole && !hasErrors(body)
        ? { kind: 'set', card: { id, bin, last4 } }
        : { kind: 'unconfirmed' };
    }
    case 'UserError':
      return { kind: 'rejected', errors: listOf(payload['errors']).map(rejectedError) };
    case 'AccessDeniedError':
      return { kind: 'denied' };
    default:
      return { kind: 'unconfirmed' };
  }
}

function rejectedError(value: unknown): RejectedError {
  const { code, errorPath, path } = fieldsOf(value);
  return {
    code: typeof code === 'string' ? code : '',
    path: listOf(errorPath ?? path)
      .filter(isPathKey)
      .map(String),
  };
}

function isPathKey(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function hasErrors(body: Fields): boolean {
  const { errors } = body;
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

function requestIdOf(body: unknown): { requestId?: string } {
  const { requestId } = fieldsOf(fieldsOf(body)['extensions']);
  return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? { requestId } : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What inherits nothing, so that a polluted `Object.prototype` can't lend an answer the fields it lacks. */
function fieldsOf(value: unknown): Fields {
  return { __proto__: null, ...(isFields(value) && value) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
