import {
  execute,
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
import { readEnvelope } from './request.js';
import type { ServiceSchema } from './schema.js';

/**
 * Responds to a request from a known caller.
 *
 * @throws {RequestError} if the body is not a GraphQL request
 */
export type Executor = (body: string, caller: Caller) => Promise<Answer>;

export function createExecutor(
  environment: Environment,
  { graphql: schema, pinPattern }: ServiceSchema,
): Executor {
  const operations = createOperations(environment, pinPattern);

  return async (body, caller) => {
    const { query, variables, operationName } = readEnvelope(body);
    const document = readDocument(schema, query);
    if (!('kind' in document)) return document;
    const context: OperationContext = { caller, script: undefined };
    const result = await execute({
      schema,
      document,
      rootValue: operations,
      contextValue: context,
      variableValues: variables,
      operationName,
    });
    return { ...answerResult(result), script: context.script };
  };
}

/** Parses and validates a document. Returns it, or the response that rejects it. */
function readDocument(schema: GraphQLSchema, query: string): DocumentNode | Answer {
  try {
    const document = parse(query);
    const mistakes = validate(schema, document);
    return mistakes.length === 0 ? document : refusal(400, ...mistakes.map(describe));
  } catch (error) {
    if (error instanceof GraphQLError) return refusal(400, describe(error));
    throw error;
  }
}

function answerResult({ data, errors = [] }: ExecutionResult): Answer {
  // Without `data`, nothing was executed, for example because a variable has the wrong type.
  // A rejected key leads to a 400, not a `UserError`, because the program made the mistake, not the
  // cardholder. A 400 means only that this request was not executed. A `UserError` would mean that
  // the PIN is not set, although an earlier request may have set it.
  const isRefused =
    data === undefined ||
    errors.some(({ originalError }) => originalError instanceof IdempotencyKeyError);
  if (isRefused) return refusal(400, ...errors.map(describe));
  return {
    status: 200,
    data,
    ...(errors.length > 0 && { errors: errors.map(describe) }),
  };
}

function describe({ message, locations, path }: GraphQLError): AnswerError {
  return { message, locations, errorPath: path };
}
