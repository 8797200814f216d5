import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';
import type { SandboxErrorCode } from './cards.js';

/** A schema, and the rule about PINs that it can't express. */
export interface ServiceSchema {
  readonly graphql: GraphQLSchema;
  readonly pinPattern: RegExp;
}

/** Reads a schema: `full` is `schema.graphql`, and `provider` is `provider-schema.graphql`. */
export function readSchema(name: 'full' | 'provider'): ServiceSchema {
  const isFull = name === 'full';
  const file = new URL(isFull ? './schema.graphql' : './provider-schema.graphql', import.meta.url);
  return {
    graphql: buildSchema(readFileSync(file, 'utf8')),
    pinPattern: isFull ? /^[0-9]{4,12}$/ : /^[0-9]{4}$/,
  };
}

/** A refusal by a business rule. */
export interface UserError {
  readonly __typename: 'UserError';
  readonly errors: readonly {
    readonly code: SandboxErrorCode;
    readonly path: readonly string[];
    readonly errorPath: readonly string[];
    readonly description: string;
  }[];
}

/** A refusal because the caller lacks permission. */
export interface AccessDeniedError {
  readonly __typename: 'AccessDeniedError';
  readonly message: string;
}

/** The success payload of `setPinForPaymentCard`. */
export interface PaymentCard {
  readonly __typename: 'PaymentCard';
  readonly id: string;
  readonly bin: string;
  readonly last4: string | null;
}

/** The payload of `setPinForPaymentCard`. */
export type SetPinPayload = PaymentCard | UserError | AccessDeniedError;

/** The success payload of `generatePaymentCardClientToken`. */
export interface ClientToken {
  readonly __typename: 'ClientToken';
  readonly value: string;
  readonly expirationDate: string;
  /** Only the provider's schema has this field. */
  readonly usage: 'UNTIL_EXPIRATION';
}
