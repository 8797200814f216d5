import { UsageError } from '../command.js';
import { isSchemaName, SCHEMA_NAMES, type SchemaName } from './schema-name.js';

/**
 * Reads the option `--schema`.
 *
 * @throws {UsageError} if there is no schema of this name
 */
export function readSchemaName(text: string | undefined): SchemaName {
  if (isSchemaName(text)) return text;
  throw new UsageError(`--schema must be one of: ${SCHEMA_NAMES.join(', ')}.`);
}
