/**
 * The API that the servers in this folder serve: the provider's types, an executor that records
 * each execution, and a check of client tokens.
 */
import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';

/** The reason why a request is rejected before it is executed. */
export type Refusal = 'UNAUTHENTICATED' | 'RATE_LIMITED';

export interface Context {
  /** Makes the resolver reject the request. */
  readonly refusal?: Refusal | undefined;
}

interface Execution {
  readonly input: object;
  readonly IdempotencyKey?: unknown;
}

/** Differences from an API that sets the PIN. */
export interface ServiceOptions {
  /** The definition of the key's argument; empty if it has none. */
  readonly keyArgument?: string;
  readonly pinType?: string;
  /** Makes the mutation's type non-null, so that an error makes `data` null. */
  readonly nonNull?: boolean;
  readonly refuse?: (authorization: string | undefined) => Refusal | undefined;
  /** Executes the mutation for the nth time. Sets the PIN unless it is given. */
  readonly execute?: (nth: number) => unknown;
}

export interface Service {
  readonly schema: GraphQLSchema;
  readonly executions: readonly Execution[];
  readonly refuse: (authorization: string | undefined) => Refusal | undefined;
}

/** Returns the error with which an API rejects a request in GraphQL. */
export function refusalError(refusal: Refusal, extensions: object = {}): GraphQLError {
  return new GraphQLError('Refused', { extensions: { code: refusal, ...extensions } });
}

/** Rejects every token except the renewed one. */
export function unlessRenewed(authorization: string | undefined): Refusal | undefined {
  return authorization === 'Bearer second' ? undefined : 'UNAUTHENTICATED';
}

export const PAYMENT_CARD = {
  __typename: 'PaymentCard',
  id: 'card_1',
  bin: '999900',
  last4: '1001',
};

export const USER_ERROR = {
  __typename: 'UserError',
  errors: [{ code: 'PIN_PREVIOUSLY_USED', path: ['newPin'], description: '' }],
};

/**
 * Creates a service. Unless the options say more, its schema is the provider's published one with a
 * key.
 */
export function createService({
  keyArgument = 'IdempotencyKey: String!',
  pinType = 'String!',
  nonNull = false,
  refuse = () => undefined,
  execute = () => PAYMENT_CARD,
}: ServiceOptions = {}): Service {
  const executions: Execution[] = [];
  const schema = buildSchema(`
    type Query { ping: String! }
    type Mutation {
      setPinForPaymentCard(
        input: SetPinForPaymentCardInput!
        ${keyArgument}
      ): SetPinForPaymentCardPayload${nonNull ? '!' : ''}
    }
    input SetPinForPaymentCardInput { paymentCardId: ID! newPin: ${pinType} }
    union SetPinForPaymentCardPayload = PaymentCard | UserError | AccessDeniedError
    type PaymentCard { id: ID! bin: String last4: String }
    type UserError { errors: [FieldUserError!]! }
    type FieldUserError { path: [String!]! code: String description: String! errorPath: [String!] }
    type AccessDeniedError { message: String }
    scalar Key`);
  schema.getMutationType()!.getFields()['setPinForPaymentCard']!.resolve = (
    _,
    args: Execution,
    { refusal }: Context,
  ) => {
    if (refusal !== undefined) throw refusalError(refusal);
    executions.push(args);
    return execute(executions.length);
  };
  return { schema, executions, refuse };
}
