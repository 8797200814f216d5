import {
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  parse,
  validate,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { refusal, usageLimit, type AnswerError, type JsonAnswer } from './answer.js';
import type { Answer } from './behaviours.js';
import type { Caller } from './credentials.js';
import { EnvelopeError, readEnvelope, type Envelope } from './envelope.js';
import type { Environment } from './environment.js';
import { withoutValues } from './error-message.js';
import { IdempotencyKeyError } from './idempotency.js';
import { createOperations, type OperationContext } from './operations.js';
import { BodyError } from './request-body.js';
import type { ServiceSchema } from './schema.js';

/** Limits one document's work. */
const MAX_TOKENS_IN_DOCUMENT = 2000;

/** A request that can be executed. */
interface Operation {
  readonly document: DocumentNode;
  readonly envelope: Envelope;
}

/** Answers a request of a known caller, including one with an unreadable body. */
export type Executor = (body: string | BodyError, caller: Caller) => Promise<Answer>;

export function createExecutor(
  environment: Environment,
  { graphql: schema, pinPattern }: ServiceSchema,
): Executor {
  const operations = createOperations(environment, pinPattern);

  return async (body, caller) => {
    const prepared = prepare(schema, body);
    // Only an API key has budgets. A request that can't be executed counts too, with complexity 0.
    const charge =
      caller.kind === 'api-key'
        ? environment.budget.charge('document' in prepared ? complexity(prepared.document) : 0)
        : undefined;
    if (charge?.granted === false) return usageLimit(charge.rateLimit, charge.retryAfterSeconds);
    if (!('document' in prepared)) return { ...prepared, rateLimit: charge?.rateLimit };

    const { document, envelope } = prepared;
    const context: OperationContext = { caller, script: undefined };
    const result = await execute({
      schema,
      document,
      rootValue: operations,
      contextValue: context,
      variableValues: envelope.variables,
      operationName: envelope.operationName,
    });
    const { script } = context;
    return {
      ...answerResult(result),
      rateLimit: script?.status === 429 ? environment.budget.usedUp() : charge?.rateLimit,
      script,
    };
  };
}

/** Parses and validates a request. Returns the operation, or the answer that refuses it. */
function prepare(schema: GraphQLSchema, body: string | BodyError): Operation | JsonAnswer {
  if (body instanceof BodyError) return refusal(body.status, [{ message: body.message }]);
  let envelope: Envelope;
  try {
    envelope = readEnvelope(body);
  } catch (error) {
    if (error instanceof EnvelopeError) return refusal(400, [{ message: error.message }]);
    throw error;
  }
  let document: DocumentNode;
  try {
    document = parse(envelope.query, { maxTokens: MAX_TOKENS_IN_DOCUMENT });
  } catch (error) {
    if (error instanceof GraphQLError) return refusal(400, [describe(error)]);
    throw error;
  }
  const mistakes = validate(schema, document);
  if (mistakes.length > 0) return refusal(400, mistakes.map(describe));

  const definition = getOperationAST(document, envelope.operationName);
  if (!definition) {
    const message =
      envelope.operationName !== undefined
        ? 'The document has no operation with this operationName.'
        : 'The document has several operations: operationName must select one.';
    return refusal(400, [{ message }]);
  }
  if (!schema.getRootType(definition.operation)) {
    return refusal(400, [{ message: `The schema has no ${definition.operation} type.` }]);
  }
  const variables = getVariableValues(
    schema,
    definition.variableDefinitions ?? [],
    envelope.variables,
  );
  if (variables.errors) return refusal(400, variables.errors.map(describe));
  return { document, envelope };
}

/** Returns a document's complexity, which in the sandbox is its number of fields. */
function complexity(document: DocumentNode): number {
  let fields = 0;
  visit(document, {
    Field() {
      fields += 1;
    },
  });
  return fields;
}

function answerResult({ data, errors = [] }: ExecutionResult): JsonAnswer {
  // A 400, not a `UserError`: the program made the mistake, not the cardholder. A 400 says only
  // that this request was not executed. A rejection would say that the PIN is not set, although an
  // earlier request may have set it.
  const isKeyRefused = errors.some(
    ({ originalError }) => originalError instanceof IdempotencyKeyError,
  );
  const isNothingExecuted = Object.values(data ?? {}).every((value) => value === null);
  if (isKeyRefused && isNothingExecuted) return refusal(400, errors.map(describe));
  return {
    status: 200,
    data,
    ...(errors.length > 0 && { errors: errors.map(describe) }),
  };
}

function describe({ message, locations, path }: GraphQLError): AnswerError {
  return {
    message: withoutValues(message),
    ...(locations && { locations }),
    ...(path && { errorPath: path }),
  };
}
