import { readFileSync } from 'node:fs';
import { buildASTSchema, parse, visit, type GraphQLSchema } from 'graphql';

/** `full` is `schema.graphql`. `provider` is the same without the argument `IdempotencyKey`. */
export type SchemaName = 'full' | 'provider';

export const SCHEMA_NAMES: readonly SchemaName[] = ['full', 'provider'];

export function isSchemaName(value: string | undefined): value is SchemaName {
  return SCHEMA_NAMES.some((name) => name === value);
}

/** Reads a schema. Both come from one file, so that they can't drift apart. */
export function readSchema(name: SchemaName): GraphQLSchema {
  const document = parse(readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'));
  if (name === 'full') return buildASTSchema(document);
  return buildASTSchema(
    visit(document, {
      InputValueDefinition: ({ name }) => (name.value === 'IdempotencyKey' ? null : undefined),
    }),
  );
}
