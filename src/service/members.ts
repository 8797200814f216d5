/** Reads values of unknown type from messages and responses. Pure. */

export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object's members, or none for any other value. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? value : {};
}

/** Returns an array's items, or none for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
