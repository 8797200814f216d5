/** Judges the digits in both fields. The result doesn't contain any digits. Pure. */
import { confirmationProblem, pinProblem } from '../pin/rules.js';
import type { Invalid } from '../set-pin/outcome.js';
import type { FormSettings } from '../contract/settings.js';

export type FieldName = Invalid['field'];

export interface Judgement {
  /** The number of digits in each field. `Infinity` if a field holds anything but digits. */
  readonly counts: Readonly<Record<FieldName, number>>;
  /** `true` if every field has all its digits. */
  readonly isComplete: boolean;
  /** The first problem, in the order of the fields. */
  readonly problem: Invalid | undefined;
  /** `true` if the new PIN is valid and the confirmation is empty. */
  readonly isHalfway: boolean;
  /** `true` if both fields are complete and differ. */
  readonly differs: boolean;
}

/** `newPin` and `confirmation` are ASCII digits, or `undefined` if a field holds anything else. */
export function judge(
  newPin: string | undefined,
  confirmation: string | undefined,
  settings: FormSettings,
): Judgement {
  const { pinLength, pinRules, noConfirm } = settings;
  const problem = pinProblem(newPin, pinLength, pinRules);
  const second = noConfirm ? undefined : confirmationProblem(confirmation, newPin, pinLength);
  const counts = { new: newPin?.length ?? Infinity, confirm: confirmation?.length ?? Infinity };
  const isComplete = counts.new === pinLength && (noConfirm || counts.confirm === pinLength);
  return {
    counts,
    isComplete,
    problem: problem
      ? { kind: 'invalid', field: 'new', problem }
      : second && { kind: 'invalid', field: 'confirm', problem: second },
    isHalfway: !noConfirm && problem === undefined && confirmation === '',
    differs: isComplete && second === 'mismatch',
  };
}
