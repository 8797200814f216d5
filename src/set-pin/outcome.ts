/**
 * Turns a Reply into an Outcome. Exactly one shape is success. After an unknown reply, the PIN
 * counts as perhaps set. Pure.
 */
import type { ConfirmationProblem, PinProblem } from '../pin/rules.js';
import { fieldsOf, listOf } from '../service/fields.js';
import type { RateLimit, Reply } from '../service/reply.js';
import type { SubmitEnd } from '../service/submit.js';

/**
 * The outcome of one submit: a closed union, with the discriminant `kind`. `requestId` is the
 * service's id of the request, if it sent one.
 */
export type Outcome =
  /** The service confirmed the new PIN. */
  | { readonly kind: 'set'; readonly card: PaymentCard; readonly requestId?: string }
  /** Refused at the field. Nothing was sent, and nothing typed was lost. */
  | Invalid
  /** The service's business rules refused the PIN or the card. */
  | {
      readonly kind: 'rejected';
      /** The issuer's codes, as the service sent them. No list is published. */
      readonly codes: readonly string[];
      readonly requestId?: string;
    }
  /** The client token does not permit this. */
  | { readonly kind: 'denied'; readonly requestId?: string }
  /** There was no client token that the service accepts. */
  | { readonly kind: 'token-expired'; readonly requestId?: string }
  /** The rate limit was reached. Not executed. */
  | {
      readonly kind: 'rate-limited';
      readonly rateLimit?: RateLimit;
      readonly requestId?: string;
    }
  /**
   * The service could not be reached or is not available, or the frame page did not answer. Not
   * executed.
   */
  | {
      readonly kind: 'unavailable';
      readonly requestId?: string;
      /** `offline`: the browser had no network, so nothing was sent. */
      readonly detail?: 'offline';
      /** Possible mistakes in the setup of a frame page, in English, for the developer. */
      readonly explanation?: string;
    }
  /** The PIN may or may not be set. */
  | {
      readonly kind: 'unconfirmed';
      /** The codes of a `UserError` that answered the last attempt of several. */
      readonly codes?: readonly string[];
      readonly requestId?: string;
      /** The focus left the frame of isolated mode while a digit key was down. */
      readonly detail?: 'focus-taken';
      /** What to check if this happens at each submit, in English, for the developer. */
      readonly explanation?: string;
    }
  /** A mistake of the page. Not executed. */
  | Misconfigured
  /**
   * The page or the cardholder ended the submit: removal, reset, disabling, cancel, leaving the
   * page. Or the submit could not start: the element is disabled, not in a page, or already `set`.
   */
  | { readonly kind: 'aborted' };

/** The outcome of a submit that did not set the PIN. */
export type FailedOutcome = Exclude<Outcome, { kind: 'set' | 'aborted' }>;

/** A mistake of the page: in one of the element's attributes, or at the endpoint. */
export type Misconfigured = {
  readonly kind: 'misconfigured';
  /** What to fix, in English, for the developer. */
  readonly explanation: string;
  readonly requestId?: string;
} & (
  | {
      /** The attribute's name, or that of a property without an attribute. */
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
      /**
       * `operation-refused`: the service's schema refused the operation or its values.
       * `endpoint-not-found`: the server answered 404, 405 or 415. `request-refused`: it answered
       * with another status of 4xx that will not change. `focus-taken`: the focus left the frame of
       * isolated mode while a digit key was down.
       */
      readonly detail:
        'operation-refused' | 'endpoint-not-found' | 'request-refused' | 'focus-taken';
    }
);

/** A problem that the local rules found in an entry. */
export type Invalid =
  | { readonly kind: 'invalid'; readonly field: 'new'; readonly problem: PinProblem }
  | { readonly kind: 'invalid'; readonly field: 'confirm'; readonly problem: ConfirmationProblem };

/** The card whose PIN was set. */
export interface PaymentCard {
  /** The service's id of the card. */
  readonly id: string;
  /** Bank identification number: the first digits of the card's number, if the service sent it. */
  readonly bin?: string;
  /** The last four digits of the card's number, if the service sent them. */
  readonly last4?: string;
}

/**
 * Returns the outcome of a submit. Never throws, even for a malformed reply.
 *
 * @internal
 */
export function outcomeOf({ reply, mayBeExecuted }: SubmitEnd): Outcome {
  const outcome: Outcome = readReply(reply);
  const requestId = 'requestId' in reply && { requestId: reply.requestId };
  if (outcome.kind === 'aborted') return outcome;
  // An attempt that was not executed says nothing about an earlier one that perhaps was.
  if (!mayBeExecuted || outcome.kind === 'set') return { ...outcome, ...requestId };
  if (outcome.kind === 'unconfirmed') return { ...outcome, ...requestId };
  const codes = outcome.kind === 'rejected' && { codes: outcome.codes };
  return { kind: 'unconfirmed', ...codes, ...requestId };
}

/** A browser doesn't tell a script why it got no answer. */
const NO_ANSWER =
  'No answer came. If this happens each time, the browser may have blocked the request: see its console. The service must allow this origin and the headers authorization and content-type, and the policy of the page must allow the endpoint.';

function readReply(reply: SubmitEnd['reply']): Outcome {
  switch (reply.kind) {
    case 'answered':
      return readResult(reply);
    case 'document-refused':
      return {
        kind: 'misconfigured',
        detail: 'operation-refused',
        explanation:
          'The service refused the operation before executing it: its schema differs from the one this component knows, or a value has the wrong form. Quote the request id to the provider.',
      };
    case 'token-refused':
    case 'no-token':
      return { kind: 'token-expired' };
    case 'malformed-token':
      return {
        kind: 'misconfigured',
        attribute: 'client-token',
        explanation:
          'The client token is neither a token as the service returns it, a string of base64-style text, nor { value, expirationDate } with such a value.',
      };
    case 'forbidden':
      return { kind: 'denied' };
    case 'request-refused':
      return {
        kind: 'misconfigured',
        detail: [404, 405, 415].includes(reply.status) ? 'endpoint-not-found' : 'request-refused',
        explanation: `There is no GraphQL endpoint at the address in endpoint, or something in front of it refused the request (status ${reply.status}).`,
      };
    case 'rate-limited':
      return { kind: 'rate-limited', ...(reply.rateLimit && { rateLimit: reply.rateLimit }) };
    case 'unavailable':
      return { kind: 'unavailable' };
    case 'unsent':
      return { kind: 'unavailable', detail: 'offline' };
    case 'lost':
      return { kind: 'unconfirmed', explanation: NO_ANSWER };
    case 'server-error':
    case 'unknown':
      return { kind: 'unconfirmed' };
    case 'aborted':
      return { kind: 'aborted' };
  }
}

function readResult({ result, hasErrors }: Extract<Reply, { kind: 'answered' }>): Outcome {
  switch (result['__typename']) {
    case 'PaymentCard': {
      const { id, bin, last4 } = result;
      if (typeof id !== 'string' || hasErrors) return { kind: 'unconfirmed' };
      const card = {
        id,
        ...(typeof bin === 'string' && { bin }),
        ...(typeof last4 === 'string' && { last4 }),
      };
      return { kind: 'set', card };
    }
    case 'UserError':
      return {
        kind: 'rejected',
        codes: listOf(result['errors'])
          .map((error) => fieldsOf(error)['code'])
          .filter((code) => typeof code === 'string'),
      };
    case 'AccessDeniedError':
      return { kind: 'denied' };
    default:
      return { kind: 'unconfirmed' };
  }
}
