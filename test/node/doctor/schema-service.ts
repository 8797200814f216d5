import { buildSchema, graphql, type GraphQLSchema } from 'graphql';
import type { Call, Reply } from './faulty-service.js';

/** The parts of a schema that differ between services, in the language of schemas. */
export interface SchemaParts {
  readonly args?: string;
  readonly input?: string;
  readonly members?: string;
  readonly card?: string;
}

/** Builds a schema that sets PINs. By default it has no idempotency key. */
export function schemaWith({
  args = 'input: SetPinForPaymentCardInput!',
  input = 'paymentCardId: ID! newPin: String!',
  members = 'PaymentCard | UserError | AccessDeniedError',
  card = 'id: ID! bin: String! last4: String!',
}: SchemaParts): GraphQLSchema {
  return buildSchema(`
    scalar UUID
    type Query { ping: String }
    type Mutation { setPinForPaymentCard(${args}): SetPin }
    input SetPinForPaymentCardInput { ${input} }
    input OtherInput { newPin: String! }
    union SetPin = ${members}
    type PaymentCard { ${card} }
    type AccessDeniedError { message: String }
    type Review { reference: String }
    type UserError { errors: [Detail!]! }
    type Detail { code: String }
  `);
}

/** The members of a response that a service may change before it answers. */
export interface Body {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[];
}

/**
 * Returns replies by a schema: request errors with the status 400, and everything else with 200.
 */
export function repliesOf(
  schema: GraphQLSchema,
  answer: (body: Body) => Reply = (body) => ({ status: body.data ? 200 : 400, body }),
): Record<'SetPinForPaymentCard' | 'IntrospectionQuery', (call: Call) => Promise<Reply>> {
  const reply = async ({ query, variables }: Call): Promise<Reply> =>
    answer(await graphql({ schema, source: query, variableValues: variables }));
  return { SetPinForPaymentCard: reply, IntrospectionQuery: reply };
}
