/** What the mutations answer, member by member of their unions. */
import type { SandboxErrorCode } from './cards.js';

/** A refusal by the rules of the business. */
export interface UserError {
  readonly __typename: 'UserError';
  readonly errors: readonly {
    readonly code: SandboxErrorCode;
    readonly path: readonly string[];
    readonly errorPath: readonly string[];
  }[];
}

/** The caller may not do this. */
export interface AccessDeniedError {
  readonly __typename: 'AccessDeniedError';
  readonly message: string;
}

/** Success of `setPinForPaymentCard`. */
export interface PaymentCard {
  readonly __typename: 'PaymentCard';
  readonly id: string;
  readonly bin: string;
  readonly last4: string;
}

/** A member that clients have never heard of: the sandbox's own. */
export interface PinChangeReview {
  readonly __typename: 'PinChangeReview';
  readonly reference: string;
}

/** A member of the payload of `setPinForPaymentCard`. */
export type SetPinPayload = PaymentCard | UserError | AccessDeniedError | PinChangeReview;

/** Success of `generatePaymentCardClientToken`. */
export interface ClientToken {
  readonly __typename: 'ClientToken';
  readonly value: string;
  readonly expirationDate: string;
}
