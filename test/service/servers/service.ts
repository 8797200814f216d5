/**
 * The service that the servers in this folder serve: the provider's types, an executor that records
 * each execution, and a check of client tokens.
 */
import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';

/** The reason why a request is refused before it is executed. */
export type Refusal = 'UNAUTHENTICATED' | 'RATE_LIMITED';

/** The status of a refusal, for servers that answer with one. */
export const STATUS = { UNAUTHENTICATED: 401, RATE_LIMITED: 429 } as const;

/** What each server hands to the resolver. */
export interface Context {
  /** Makes the resolver refuse the request. */
  readonly refusal?: Refusal | undefined;
}

/** The arguments of an execution. */
interface Execution {
  readonly input: Readonly<Record<string, unknown>>;
  readonly IdempotencyKey?: unknown;
}

/** How a service differs from the provider's published schema. */
export interface ServiceOptions {
  /** The definition of the key's argument, such as `IdempotencyKey: String`. */
  readonly keyArgument?: string;
  /** A further member of the input, such as `idempotencyKey: ID!`. */
  readonly inputMember?: string;
  readonly pinType?: string;
  readonly union?: string;
  readonly card?: string;
  /** Definitions of further types. */
  readonly types?: string;
  /** Makes the mutation's type non-null, so that an error makes `data` null. */
  readonly nonNull?: boolean;
  /** Refuses a request before it is executed. */
  readonly refuse?: (authorization: string | undefined) => Refusal | undefined;
  /** Executes the mutation. Sets the PIN unless it is given. */
  readonly execute?: () => unknown;
}

/** A service, and what it executed. */
export interface Service {
  readonly schema: GraphQLSchema;
  readonly executions: readonly Execution[];
  readonly refuse: (authorization: string | undefined) => Refusal | undefined;
}

/** Returns the error by which a service refuses a request in GraphQL. */
export function refusalError(refusal: Refusal, extensions: object = {}): GraphQLError {
  return new GraphQLError('Refused', { extensions: { code: refusal, ...extensions } });
}

/** Returns the same error, with a status as Apollo Server and GraphQL Yoga read it. */
export function refusalErrorWithStatus(refusal: Refusal): GraphQLError {
  return refusalError(refusal, { http: { status: STATUS[refusal] } });
}

/** Creates a service. Its schema is the provider's published one unless the options say more. */
export function createService(options: ServiceOptions = {}): Service {
  const { execute = () => PAYMENT_CARD, refuse = () => undefined } = options;
  const executions: Execution[] = [];
  const schema = buildSchema(schemaText(options));
  const field = schema.getMutationType()?.getFields()['setPinForPaymentCard'];
  field!.resolve = (_, args: Execution, { refusal }: Context) => {
    if (refusal !== undefined) throw refusalError(refusal);
    executions.push(args);
    return execute();
  };
  return { schema, executions, refuse };
}

const PAYMENT_CARD = { __typename: 'PaymentCard', id: 'card_1', bin: '999900', last4: '1001' };

function schemaText({
  keyArgument = '',
  inputMember = '',
  pinType = 'String!',
  union = 'PaymentCard | UserError | AccessDeniedError',
  card = 'id: ID! bin: String last4: String',
  types = '',
  nonNull = false,
}: ServiceOptions): string {
  return `
    type Query { ping: String! }
    type Mutation {
      setPinForPaymentCard(
        input: SetPinForPaymentCardInput!
        ${keyArgument}
      ): SetPinForPaymentCardPayload${nonNull ? '!' : ''}
    }
    input SetPinForPaymentCardInput { paymentCardId: ID! newPin: ${pinType} ${inputMember} }
    union SetPinForPaymentCardPayload = ${union}
    type PaymentCard { ${card} }
    type UserError { errors: [FieldUserError!]! }
    type FieldUserError { path: [String!]! code: String description: String! errorPath: [String!] }
    type AccessDeniedError { message: String }
    ${types}`;
}
