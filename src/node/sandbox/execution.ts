import {
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { refusal, type Answer, type AnswerError } from './answer.js';
import type { Caller } from './credentials.js';
import type { Environment } from './environment.js';
import { IdempotencyKeyError } from './idempotency.js';
import { createOperations, type OperationContext } from './operations.js';
import { readEnvelope, RequestError, type Envelope } from './request.js';
import type { ServiceSchema } from './schema.js';

/** Limits the work for one document. */
const MAX_TOKENS_IN_DOCUMENT = 2000;

/** A request that can be executed. */
interface Operation {
  readonly document: DocumentNode;
  readonly envelope: Envelope;
}

/** Responds to a request from a known caller, even if its body is unreadable. */
export type Executor = (body: string | RequestError, caller: Caller) => Promise<Answer>;

export function createExecutor(
  environment: Environment,
  { graphql: schema, pinPattern }: ServiceSchema,
): Executor {
  const operations = createOperations(environment, pinPattern);

  return async (body, caller) => {
    const prepared = prepare(schema, body);
    if (!('document' in prepared)) return prepared;
    const { document, envelope } = prepared;
    const context: OperationContext = { caller, script: undefined };
    const result = await execute({
      schema,
      document,
      rootValue: operations,
      contextValue: context,
      variableValues: envelope.variables ?? {},
      operationName: envelope.operationName ?? undefined,
    });
    return { ...answerResult(result), script: context.script };
  };
}

/** Parses and validates a request. Returns the operation, or the response that rejects it. */
function prepare(schema: GraphQLSchema, body: string | RequestError): Operation | Answer {
  let envelope: Envelope;
  let document: DocumentNode;
  try {
    if (body instanceof RequestError) throw body;
    envelope = readEnvelope(body);
    document = parse(envelope.query, { maxTokens: MAX_TOKENS_IN_DOCUMENT });
  } catch (error) {
    if (error instanceof RequestError) return refusal(error.status, { message: error.message });
    if (error instanceof GraphQLError) return refusal(400, describe(error));
    throw error;
  }
  const mistakes = validate(schema, document);
  if (mistakes.length > 0) return refusal(400, ...mistakes.map(describe));

  const definition = getOperationAST(document, envelope.operationName);
  if (!definition || !schema.getRootType(definition.operation)) {
    const message =
      'The document has no such operation. operationName must select a query or mutation.';
    return refusal(400, { message });
  }
  const variables = getVariableValues(
    schema,
    definition.variableDefinitions ?? [],
    envelope.variables ?? {},
  );
  if (variables.errors) return refusal(400, ...variables.errors.map(describe));
  return { document, envelope };
}

function answerResult({ data, errors = [] }: ExecutionResult): Answer {
  // A 400, not a `UserError`, because the program made the mistake, not the cardholder. A 400 means
  // only that this request was not executed. A `UserError` would mean that the PIN is not set,
  // although an earlier request may have set it.
  const isKeyRefused = errors.some(
    ({ originalError }) => originalError instanceof IdempotencyKeyError,
  );
  const isNothingExecuted = Object.values(data ?? {}).every((value) => value === null);
  if (isKeyRefused && isNothingExecuted) return refusal(400, ...errors.map(describe));
  return {
    status: 200,
    data,
    ...(errors.length > 0 && { errors: errors.map(describe) }),
  };
}

function describe({ message, locations, path }: GraphQLError): AnswerError {
  return {
    message,
    ...(locations && { locations }),
    ...(path && { errorPath: path }),
  };
}
