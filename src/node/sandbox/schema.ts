import { readFileSync } from 'node:fs';
import { buildASTSchema, Kind, parse, visit, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { SandboxErrorCode } from './cards.js';

/** A schema, and the rule about PINs that it can't express. */
export interface ServiceSchema {
  readonly graphql: GraphQLSchema;
  readonly pinPattern: RegExp;
}

/** The schemas that the README describes. */
export const SCHEMA_NAMES = ['full', 'scalar-key', 'provider'] as const;

export type SchemaName = (typeof SCHEMA_NAMES)[number];

/**
 * Reads a schema: `full` is `schema.graphql`, `scalar-key` is the same with a scalar type for
 * idempotency keys, and `provider` is `provider-schema.graphql`.
 */
export function readSchema(name: SchemaName): ServiceSchema {
  const document = readDocument(name === 'provider' ? 'provider-schema' : 'schema');
  return {
    graphql: buildASTSchema(name === 'scalar-key' ? withScalarKeys(document) : document),
    pinPattern: name === 'provider' ? /^[0-9]{4}$/ : /^[0-9]{4,12}$/,
  };
}

function readDocument(name: string): DocumentNode {
  return parse(readFileSync(new URL(`./${name}.graphql`, import.meta.url), 'utf8'));
}

/** Gives each argument `IdempotencyKey` a scalar type of the same name. */
function withScalarKeys(document: DocumentNode): DocumentNode {
  const name = { kind: Kind.NAME, value: 'IdempotencyKey' } as const;
  const typed = visit(document, {
    InputValueDefinition: (node) =>
      node.name.value === name.value
        ? { ...node, type: { kind: Kind.NAMED_TYPE, name } }
        : undefined,
  });
  return {
    ...typed,
    definitions: [...typed.definitions, { kind: Kind.SCALAR_TYPE_DEFINITION, name }],
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
