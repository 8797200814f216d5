/** Reads outcomes. Only one response shape is a success. Unclear ones are `unconfirmed`. Pure. */
import type { ConfirmationProblem, PinProblem } from '../pin/rules.js';
import { MALFORMED_TOKEN } from '../service/client-token.js';
import { membersOf, listOf, type Members } from '../service/members.js';
import type { RateLimit } from '../service/reply.js';
import type { SubmitEnd } from '../service/submit.js';

/**
 * The outcome of one submit, a closed union with the discriminant `kind`. `requestId` is the API's
 * id for the request, if the API sent one.
 */
export type Outcome =
  /** The API confirmed the new PIN. */
  | { readonly kind: 'set'; readonly card: PaymentCard; readonly requestId?: string }
  /** The typed digits aren't valid. Nothing was sent, and no digit was lost. */
  | Invalid
  /** The API's business rules rejected the PIN or the card. */
  | {
      readonly kind: 'rejected';
      /** The issuer's codes, as the API sent them. No list of codes is published. */
      readonly codes: readonly string[];
      readonly requestId?: string;
    }
  /** The client token doesn't permit setting this PIN. */
  | { readonly kind: 'denied'; readonly requestId?: string }
  /** Nobody is signed in, or the API rejected a renewed client token too. */
  | { readonly kind: 'token-expired'; readonly requestId?: string }
  /** There was no client token, because the page's promise rejected or no token arrived in time. */
  | { readonly kind: 'token-unavailable'; readonly requestId?: string }
  /** The rate limit was reached. */
  | {
      readonly kind: 'rate-limited';
      readonly rateLimit?: RateLimit;
      /** Seconds after which the API allows another request, if the API specified them. */
      readonly retryAfter?: number;
      readonly requestId?: string;
    }
  /** Nothing was sent, because the browser is offline or the frame page didn't answer. */
  | {
      readonly kind: 'unavailable';
      /** What the developer should check, in English. */
      readonly explanation: string;
    }
  /** The PIN may or may not be set. */
  | {
      readonly kind: 'unconfirmed';
      /** The codes from the last response's `UserError`, if an earlier attempt was inconclusive. */
      readonly codes?: readonly string[];
      readonly requestId?: string;
      /** Describes the response and what the developer should check, in English. */
      readonly explanation?: string;
    }
  /** The page made a mistake. */
  | Misconfigured
  /**
   * The page or the cardholder ended the submit: the element was removed, reset or disabled, or the
   * cardholder cancelled or left the page. A submit never starts if the element is disabled,
   * isn't in a page or has already set the PIN.
   */
  | { readonly kind: 'aborted' };

/** An outcome that the `pin-error` event reports. */
export type FailedOutcome = Exclude<Outcome, { kind: 'set' | 'aborted' }>;

/** An outcome's effect on the form. Omitted members are `false`. */
export interface End {
  /** The typed digits stay and are masked. Otherwise the fields are emptied. */
  readonly keeps?: true;
  /** The fields are locked, because the PIN can be sent again but not changed. */
  readonly locks?: true;
  /** Typing a PIN again doesn't help. */
  readonly isFinal?: true;
}

export const ENDS: Readonly<Record<FailedOutcome['kind'], End>> = {
  invalid: { keeps: true },
  rejected: {},
  denied: { isFinal: true },
  'token-expired': { isFinal: true },
  'token-unavailable': { keeps: true },
  'rate-limited': { keeps: true },
  unavailable: { keeps: true },
  unconfirmed: { keeps: true, locks: true },
  misconfigured: { isFinal: true },
};

/** A mistake in the page's use of the element, or an operation that the API rejected. */
export type Misconfigured = {
  readonly kind: 'misconfigured';
  /** What the developer should fix, in English. */
  readonly explanation: string;
  readonly requestId?: string;
} & (
  | {
      /** The attribute's name, or the name of a property that has no attribute. */
      readonly attribute:
        | 'endpoint'
        | 'card-id'
        | 'pin-length'
        | 'pin-rules'
        | 'client-token'
        | 'token-url'
        | 'getClientToken'
        | 'idempotency-key'
        | 'frame-src';
      readonly detail?: never;
    }
  | {
      readonly attribute?: never;
      /** The API rejected the operation or its values, and didn't execute anything. */
      readonly detail: 'operation-refused';
    }
);

/** A problem that the local rules found in the typed digits. */
export type Invalid =
  | { readonly kind: 'invalid'; readonly field: 'new'; readonly problem: PinProblem }
  | { readonly kind: 'invalid'; readonly field: 'confirm'; readonly problem: ConfirmationProblem };

/** The card whose PIN was set. */
export interface PaymentCard {
  /** The API's id for the card. */
  readonly id: string;
  /** The bank identification number (the card number's first digits), if the API sent it. */
  readonly bin?: string;
  /** The card number's last four digits, if the API sent them. */
  readonly last4?: string;
}

/**
 * Returns a submit's outcome. Never throws, even for a malformed reply.
 *
 * @internal
 */
export function outcomeOf({ reply, mayBeExecuted }: SubmitEnd): Outcome {
  const outcome: Outcome = readReply(reply);
  const requestId = 'requestId' in reply && { requestId: reply.requestId };
  if (outcome.kind === 'aborted') return outcome;
  // A later attempt can't tell whether an earlier one was executed.
  if (!mayBeExecuted || outcome.kind === 'set' || outcome.kind === 'unconfirmed')
    return { ...outcome, ...requestId };
  const codes = outcome.kind === 'rejected' && { codes: outcome.codes };
  return { kind: 'unconfirmed', explanation: NOT_THE_FIRST, ...codes, ...requestId };
}

/** Browsers don't tell scripts why there was no response. */
const NO_ANSWER =
  "No response arrived. If this happens every time, look for the cause in the browser console: a wrong endpoint, CORS or the page's policy.";

const NOT_THE_FIRST =
  "An earlier request may have set the PIN. Look up requestId in the API's logs.";

function readReply(reply: SubmitEnd['reply']): Outcome {
  switch (reply.kind) {
    case 'result':
      return readResult(reply.result);
    case 'operation-refused':
      return {
        kind: 'misconfigured',
        detail: 'operation-refused',
        explanation: `The API rejected setPinForPaymentCard (status ${reply.status}). Does idempotency-key match the schema? Does the API run registered operations only (docs/registered-operations.md)? Run npx set-card-pin doctor.`,
      };
    case 'token-refused':
    case 'signed-out':
      return { kind: 'token-expired' };
    case 'no-token':
      return { kind: 'token-unavailable' };
    case 'missing-return':
      return {
        kind: 'misconfigured',
        attribute: 'getClientToken',
        explanation: 'The client token promise resolved to undefined. Is a return missing?',
      };
    case 'malformed-token':
      return {
        kind: 'misconfigured',
        attribute: 'client-token',
        explanation: MALFORMED_TOKEN,
      };
    case 'forbidden':
      return { kind: 'denied' };
    case 'rate-limited': {
      const { rateLimit, retryAfter } = reply;
      return {
        kind: 'rate-limited',
        ...(rateLimit && { rateLimit }),
        ...(retryAfter !== undefined && { retryAfter }),
      };
    }
    case 'doubt':
      return { kind: 'unconfirmed', explanation: explain(reply.answer) };
    case 'aborted':
      return { kind: 'aborted' };
  }
}

function explain(answer: Extract<SubmitEnd['reply'], { kind: 'doubt' }>['answer']): string {
  if (answer === undefined) return NO_ANSWER;
  const { status, mediaType, isGraphQL } = answer;
  return isGraphQL
    ? `The response (status ${status}) does not show whether the PIN is set. ${status === 404 || status === 405 ? 'Check endpoint.' : "Look up requestId in the API's logs."}`
    : `The response is not from a GraphQL API (status ${status}, media type ${mediaType || 'unknown'}). Check endpoint, and any firewall or login page in front of the API.`;
}

function readResult(result: Members): Outcome {
  switch (result['__typename']) {
    case 'PaymentCard': {
      const { id, bin, last4 } = result;
      if (typeof id !== 'string') break;
      const card = {
        id,
        ...(typeof bin === 'string' && { bin }),
        ...(typeof last4 === 'string' && { last4 }),
      };
      return { kind: 'set', card };
    }
    case 'UserError':
      return { kind: 'rejected', codes: codesIn(result['errors']) };
    case 'AccessDeniedError':
      return { kind: 'denied' };
  }
  return {
    kind: 'unconfirmed',
    explanation:
      'The payload is neither a PaymentCard with an id nor an error. Run npx set-card-pin doctor.',
  };
}

function codesIn(errors: unknown): string[] {
  return listOf(errors)
    .map((error) => membersOf(error)['code'])
    .filter((code) => typeof code === 'string');
}
