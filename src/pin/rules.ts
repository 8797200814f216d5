/** The local PIN rules, which run before a submit. The issuer's rules have the final say. Pure. */
import type { TextProblem } from './digits.js';
import type { PinRule } from './rule-names.js';

type FieldProblem = TextProblem | 'missing' | 'too-short';

/** A problem that the local rules find with a new PIN. */
export type PinProblem = FieldProblem | PinRule;

/** A problem with the confirmation. */
export type ConfirmationProblem = FieldProblem | 'mismatch';

/** The top PINs from docs/pin-rules.md's lists, except those that `common`'s patterns match. */
const COMMON = '1234 4321 1342 1004 2580 0852 5683 2000 2001 1986 1998 123456 654321 159753 789456';

/** docs/pin-rules.md defines each rule, with its source and the number of PINs that it rejects. */
const RULES: Record<PinRule, (pin: string) => boolean> = {
  repeated: (pin) => inSteps(pin, 0),
  /** The digits go up or down in steps of one, and 0 follows 9 (7890). */
  sequence: (pin) => inSteps(pin, 1) || inSteps(pin, 9),
  /** Every digit is next to an equal one (1122), a group repeats (1212), or the PIN is listed. */
  common: (pin) => /^((\d)\2+)+$|^(\d+)\3+$/.test(pin) || COMMON.split(' ').includes(pin),
  /** A year from 1900 to 2099 at the start or the end, as in dates. */
  year: (pin) => /^(19|20)|(19|20)..$/.test(pin),
};

/** Returns whether every digit equals the one before it plus `step`, modulo ten. */
function inSteps(pin: string, step: number): boolean {
  return [...pin].every(
    (digit, at) => at === 0 || Number(digit) === (Number(pin[at - 1]) + step) % 10,
  );
}

/**
 * Returns the problem with a new PIN that people would fix first, if there is one.
 *
 * @param rules - The result of `readPinRules`.
 */
export function pinProblem(
  pin: string | undefined,
  length: number,
  rules: string,
): PinProblem | undefined {
  const names = rules === 'none' ? [] : (rules.split(' ') as PinRule[]);
  return fieldProblem(pin, length) ?? names.find((rule) => RULES[rule](pin!));
}

export function confirmationProblem(
  confirmation: string | undefined,
  pin: string | undefined,
  length: number,
): ConfirmationProblem | undefined {
  return fieldProblem(confirmation, length) ?? (confirmation === pin ? undefined : 'mismatch');
}

function fieldProblem(digits: string | undefined, length: number): FieldProblem | undefined {
  if (digits === undefined) return 'not-digits';
  if (digits === '') return 'missing';
  if (digits.length < length) return 'too-short';
  return digits.length > length ? 'too-long' : undefined;
}
