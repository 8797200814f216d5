/** The names of the schemas. Public types need them, and may not import `graphql`. */

/**
 * `full` is `schema.graphql`. `scalar-key` is the same, but its idempotency keys have a scalar type
 * of their own. `provider` is `provider-schema.graphql`, the types that the provider publishes.
 */
export type SchemaName = 'full' | 'scalar-key' | 'provider';

export const SCHEMA_NAMES: readonly SchemaName[] = ['full', 'scalar-key', 'provider'];

export function isSchemaName(value: string | undefined): value is SchemaName {
  return SCHEMA_NAMES.some((name) => name === value);
}
