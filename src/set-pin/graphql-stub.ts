/**
 * What `graphql-request` takes at run time from the package `graphql`, in place of that package in every build: it parses
 * each document to learn the operation's name and kind, and the whole parser for that is 43 kB of code. The documents here are strings that hold one operation, so a regular expression finds both.
 */

/** The names of syntax nodes that `graphql-request` asks for. */
export const Kind = { OPERATION_DEFINITION: 'OperationDefinition' } as const;

interface OperationDefinition {
  readonly kind: typeof Kind.OPERATION_DEFINITION;
  readonly operation: string;
  readonly name: { readonly value: string } | undefined;
}

/**
 * Finds the kind and the name of the operation with which a document begins, and nothing more.
 *
 * @throws {SyntaxError} when the document does not begin with an operation
 */
export function parse(document: string): { readonly definitions: readonly OperationDefinition[] } {
  const [, operation, name] = /^\s*(query|mutation)\b\s*(\w+)?/.exec(document) ?? [];
  if (operation === undefined) throw new SyntaxError('The document begins with no operation');
  return {
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation,
        name: name === undefined ? undefined : { value: name },
      },
    ],
  };
}

/** Would turn a syntax tree into text; there are no trees here. */
export function print(): never {
  throw new TypeError('Documents are strings');
}
