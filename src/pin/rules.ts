/**
 * The local rules: digits → a problem, or nothing. They run before anything is sent, so that a cardholder hears of a guessable
 * PIN at the field. The issuer's own rules come after them and have the last word.
 */

/** The length a PIN has when the page names none, in digits. */
export const DEFAULT_PIN_LENGTH = 4;

/** The shortest and the longest PIN a payment card can have, in digits (ISO 9564-1). */
export const PIN_LENGTH_RANGE = { least: 4, most: 12 } as const;

/** A rule that refuses a kind of guessable PIN. */
export type PinRule = 'repeated' | 'sequence' | 'common' | 'year' | 'palindrome' | 'keypad';

/** The rules that hold when the page names none: docs/pin-rules.md says why no more. */
export const DEFAULT_PIN_RULES = 'repeated sequence';

/** What is wrong with a new PIN, as far as this machine can tell; `personal`: it is one of those that the page denies. */
export type PinProblem = 'missing' | 'too-short' | 'too-long' | PinRule | 'personal';

/** What is wrong with the confirmation. */
export type ConfirmationProblem = 'missing' | 'too-short' | 'too-long' | 'mismatch';

/** PINs that head the published lists and are made by none of the patterns of `common`. docs/pin-rules.md names the lists. */
const COMMON = '1234 4321 1342 1004 2580 0852 5683 2000 2001 1986 1998 123456 654321 159753 789456';

/** Lines of three keys, from the front of the PIN on; one or two digits may be left over at its end. */
const KEYPAD = /^(123|321|456|654|789|987|147|741|258|852|580|085|369|963|159|951|357|753)+.?.?$/;

/** docs/pin-rules.md has each definition with its source, and how many PINs it refuses. */
const RULES: Record<PinRule, (pin: string) => boolean> = {
  /** One digit all the way. */
  repeated: (pin) => inSteps(pin, 0),
  /** Each digit the next one up, or each the next one down, with 0 beside 9 as on a keypad. */
  sequence: (pin) => inSteps(pin, 1) || inSteps(pin, 9),
  /** No digit without its like beside it (1122), the same digits over and over (1212), or on the list. */
  common: (pin) => /^((\d)\2+)+$|^(\d+)\3+$/.test(pin) || COMMON.split(' ').includes(pin),
  /** A year from 1900 to 2099 at either end, as dates have it. */
  year: (pin) => /^(19|20)|(19|20)..$/.test(pin),
  /** The same backwards. */
  palindrome: (pin) => pin === [...pin].reverse().join(''),
  /** Drawn on the keypad in lines: rows, columns and diagonals, in either direction. */
  keypad: (pin) => KEYPAD.test(pin),
};

/** The names of the rules. */
export const PIN_RULES = Object.keys(RULES);

/** Whether every digit follows from the one before it by adding `step`, modulo ten. */
function inSteps(pin: string, step: number): boolean {
  return [...pin].every(
    (digit, at) => at === 0 || Number(digit) === (Number(pin[at - 1]) + step) % 10,
  );
}

/** Returns whether a value is the name of a rule. */
export function isPinRule(value: unknown): value is PinRule {
  return typeof value === 'string' && Object.hasOwn(RULES, value);
}

/**
 * Reads the tokens of the `pin-rules` attribute: names of rules divided by white space, or `none` alone.
 *
 * @returns The rules, or `undefined` where a token is no rule's name, or where there is none.
 */
export function parsePinRules(tokens: string): readonly PinRule[] | undefined {
  const names = tokens.split(/\s+/).filter((name) => name !== '');
  if (names.length === 1 && names[0] === 'none') return [];
  return names.length > 0 && names.every(isPinRule) ? names : undefined;
}

/** Tells whether something is a number of digits that a PIN may have. */
export function isPinLength(length: unknown): length is number {
  return (
    Number.isInteger(length) &&
    Number(length) >= PIN_LENGTH_RANGE.least &&
    Number(length) <= PIN_LENGTH_RANGE.most
  );
}

/**
 * Finds what is wrong with a new PIN; the first problem, in the order in which a person would mend them.
 *
 * @param pin - ASCII digits.
 * @param length - How many digits a PIN has.
 * @param denied - PINs that the page refuses.
 */
export function pinProblem(
  pin: string,
  length: number,
  rules: readonly PinRule[],
  denied: readonly string[] = [],
): PinProblem | undefined {
  const problem =
    lengthProblem(pin, length) ??
    rules.find((rule) => RULES[rule](pin)) ??
    // Not by a function that is handed the PIN, which the page may have patched.
    (denied.some((each) => each === pin) ? 'personal' : undefined);
  // Any script can read what was matched last, as `RegExp.input`.
  KEYPAD.test('123');
  return problem;
}

/** Finds what is wrong with the confirmation of a PIN. */
export function confirmationProblem(
  confirmation: string,
  pin: string,
  length: number,
): ConfirmationProblem | undefined {
  return lengthProblem(confirmation, length) ?? (confirmation === pin ? undefined : 'mismatch');
}

function lengthProblem(
  digits: string,
  length: number,
): 'missing' | 'too-short' | 'too-long' | undefined {
  if (digits === '') return 'missing';
  if (digits.length < length) return 'too-short';
  return digits.length > length ? 'too-long' : undefined;
}
