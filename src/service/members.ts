/** Reads values of unknown type that a service sent. Pure. */

/** The members of an object. */
export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value's members, or none if it is not an object. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? value : {};
}

/** Returns a list's items, or none if the value is not a list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
