/**
 * Replaces the `graphql-request` modules that a single operation in a string doesn't need. They
 * parse documents with 43 kB of `graphql`, read responses (`attempt.ts` does that), create errors
 * that would contain the PIN, and send batches.
 */

/**
 * Returns the facts that `graphql-request` needs about a document: its text, and the name and kind
 * of its operation.
 */
export function analyzeDocument(expression: string): {
  readonly expression: string;
  readonly operationName: string | undefined;
  readonly isMutation: boolean;
} {
  const [, kind, operationName] = /^\s*(query|mutation)\b\s*(\w+)?/.exec(expression) ?? [];
  return { expression, operationName, isMutation: kind === 'mutation' };
}

function unused(): never {
  throw new TypeError('Left out of graphql-request');
}

export {
  unused as batchRequests,
  unused as cleanQuery,
  unused as ClientError,
  unused as isGraphQLContentType,
  unused as isRequestResultHaveErrors,
  unused as parseBatchRequestArgs,
  unused as parseGraphQLExecutionResult,
  unused as parseRequestArgs,
  unused as request,
};
