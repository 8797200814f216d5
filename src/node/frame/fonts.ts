/** Checks the fonts of a configuration. The frame page takes them unchecked. */

/** Neither style sheets nor messages of a host need quotes or escapes for it. */
const FAMILY = /^\p{L}[\p{L}\d _-]*$/u;

/** A file beside the frame page: no name leads to another folder or host. */
const FILE = /^[\w-]+(\.[\w-]+)*\.woff2?$/;

const WEIGHT = /^[1-9]\d{0,2}( [1-9]\d{0,2})?$/;

/** Returns whether a value is a font. */
export function isFont(value: unknown): boolean {
  const { family, file, weight = '400', ...others } = Object(value) as Record<string, unknown>;
  const matches = (text: unknown, pattern: RegExp) =>
    typeof text === 'string' && pattern.test(text);
  return (
    matches(family, FAMILY) &&
    matches(file, FILE) &&
    matches(weight, WEIGHT) &&
    Object.keys(others).length === 0
  );
}
