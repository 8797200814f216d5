import { readFileSync } from 'node:fs';
import { buildASTSchema, Kind, parse, visit, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { SchemaName } from './schema-name.js';

/** A schema, and the rule about PINs that it can't express. */
export interface ServiceSchema {
  readonly graphql: GraphQLSchema;
  readonly pinPattern: RegExp;
}

/** Reads a schema. */
export function readSchema(name: SchemaName): ServiceSchema {
  switch (name) {
    case 'full':
      return { graphql: buildASTSchema(readDocument('schema')), pinPattern: /^[0-9]{4,12}$/ };
    case 'scalar-key':
      return {
        graphql: buildASTSchema(withScalarKeys(readDocument('schema'))),
        pinPattern: /^[0-9]{4,12}$/,
      };
    case 'provider':
      return { graphql: buildASTSchema(readDocument('provider-schema')), pinPattern: /^[0-9]{4}$/ };
    default:
      return name satisfies never;
  }
}

function readDocument(name: string): DocumentNode {
  return parse(readFileSync(new URL(`./${name}.graphql`, import.meta.url), 'utf8'));
}

/** Gives each argument `IdempotencyKey` a scalar type of the same name. */
function withScalarKeys(document: DocumentNode): DocumentNode {
  const name = { kind: Kind.NAME, value: 'IdempotencyKey' } as const;
  const typed = visit(document, {
    InputValueDefinition: (node) =>
      node.name.value === name.value
        ? { ...node, type: { kind: Kind.NAMED_TYPE, name } }
        : undefined,
  });
  return {
    ...typed,
    definitions: [...typed.definitions, { kind: Kind.SCALAR_TYPE_DEFINITION, name }],
  };
}
