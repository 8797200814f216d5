/** The local rules' settings. In isolated mode, the host page doesn't have the rules. Pure. */

/** The default PIN length, in digits. */
export const DEFAULT_PIN_LENGTH = 4;

/** The minimum and maximum length of a payment card PIN, in digits (ISO 9564-1). */
export const PIN_LENGTH_RANGE = { min: 4, max: 12 } as const;

export const PIN_RULES = ['repeated', 'sequence', 'common', 'year'] as const;

/** A rule that rejects one kind of guessable PIN. */
export type PinRule = (typeof PIN_RULES)[number];

/** The default rules. docs/pin-rules.md explains why there aren't more. */
export const DEFAULT_PIN_RULES = 'repeated sequence';

/**
 * Reads the `pin-rules` attribute, which contains rule names separated by white space, or only
 * `none`. Returns `undefined` if a name is unknown, or if there are no names.
 */
export function readPinRules(given: unknown): string | undefined {
  const names = typeof given === 'string' ? (given.match(/\S+/g) ?? []) : [];
  const areKnown = names.every((name) => (PIN_RULES as readonly string[]).includes(name));
  return (areKnown && names.length > 0) || names.join() === 'none' ? names.join(' ') : undefined;
}

/** Reads a PIN length, which may be a string in templates and in JSX. */
export function readPinLength(given: unknown): number | undefined {
  const length = typeof given === 'string' ? Number(given) : given;
  const isValid =
    Number.isInteger(length) &&
    Number(length) >= PIN_LENGTH_RANGE.min &&
    Number(length) <= PIN_LENGTH_RANGE.max;
  return isValid ? (length as number) : undefined;
}
