import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';

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

/** A mutation's payload, whose other members are those of its type in the schema. */
export interface Payload {
  readonly __typename: 'PaymentCard' | 'ClientToken' | 'UserError' | 'AccessDeniedError';
  readonly [member: string]: unknown;
}
