/**
 * The settings of the local rules: the names of the rules, and the number of digits in a PIN. They
 * are apart from the rules, because the host page of isolated mode never judges a PIN. Pure.
 */

/** The default length of a PIN, in digits. */
export const DEFAULT_PIN_LENGTH = 4;

/** The shortest and the longest PIN of a payment card, in digits (ISO 9564-1). */
export const PIN_LENGTH_RANGE = { min: 4, max: 12 } as const;

/** The names of the rules. */
export const PIN_RULES = ['repeated', 'sequence', 'common', 'year'] as const;

/** A rule that refuses a kind of guessable PIN. */
export type PinRule = (typeof PIN_RULES)[number];

/** The default rules. docs/pin-rules.md says why there are no more. */
export const DEFAULT_PIN_RULES = 'repeated sequence';

/** Returns whether a value is the name of a rule. */
export function isPinRule(value: unknown): value is PinRule {
  return (PIN_RULES as readonly unknown[]).includes(value);
}

/**
 * Reads the `pin-rules` attribute: names of rules, separated by white space, or only `none`.
 *
 * @returns The rules, or `undefined` if a name is unknown or there is no name.
 */
export function parsePinRules(tokens: string): readonly PinRule[] | undefined {
  const names = [...new Set(tokens.match(/\S+/g))];
  if (names.length === 1 && names[0] === 'none') return [];
  return names.length > 0 && names.every(isPinRule) ? names : undefined;
}

/** Returns whether a value is a number of digits that a PIN may have. */
export function isPinLength(length: unknown): length is number {
  return (
    Number.isInteger(length) &&
    Number(length) >= PIN_LENGTH_RANGE.min &&
    Number(length) <= PIN_LENGTH_RANGE.max
  );
}
