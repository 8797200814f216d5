/** Checks a configuration's fonts, which the frame page itself doesn't check. */

/** A family name that doesn't need quotes or escapes in style sheets or in a host's messages. */
const FAMILY = /^\p{L}[\p{L}\d _-]*$/u;

/** The name of a file next to the frame page, which can't lead to another folder or host. */
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
