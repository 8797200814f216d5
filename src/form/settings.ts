/**
 * The settings of a form, and what a change of them does to an entry. Pure.
 */
import type { PinRule } from '../pin/rule-names.js';
import type { Misconfigured } from '../set-pin/outcome.js';

/** The most PINs a page may deny: enough for one person's dates, too few to search for the PIN. */
export const MAX_DENIED_PINS = 16;

/** Settings of a form. Malformed values are replaced before, and a submit reports them. */
export interface FormSettings {
  /** Digits in a PIN. */
  readonly length: number;
  readonly rules: readonly PinRule[];
  /** PINs that the page refuses. */
  readonly denied: readonly string[];
  /** `true` if there is a confirmation. */
  readonly confirms: boolean;
  /** `true` if the form shows one field at a time. */
  readonly steps: boolean;
  /** `true` if the last digit submits the PIN. */
  readonly autoSubmits: boolean;
  readonly disabled: boolean;
  /** The destination of the PIN, or the first mistake in the settings. */
  readonly target: Target | Misconfigured;
}

/** The destination of a PIN. */
export interface Target {
  /** In the form of `URL.href`. */
  readonly endpoint: string;
  readonly cardId: string;
  /** The GraphQL type of the idempotency key; empty if requests carry none. */
  readonly keyType: string;
}

/**
 * Returns whether a text is the name of a GraphQL type, with or without `!`. The text becomes part
 * of the document in which the PIN is a variable, so nothing else may be accepted.
 */
export function isKeyType(text: string): boolean {
  return /^[_a-z]\w*!?$/i.test(text);
}

/**
 * Returns whether a PIN would now be judged in another way. A page could search for the PIN by such
 * changes, so they empty the fields.
 */
export function judgesOtherwise(before: FormSettings, now: FormSettings): boolean {
  const text = ({ length, rules, denied, confirms }: FormSettings): string =>
    JSON.stringify([length, rules, denied, confirms]);
  return text(before) !== text(now);
}

/**
 * Returns whether a form has to start over: it is disabled now, or it is for another card or
 * service, because a PIN is typed for one card and one service. A PIN that is set stays so when the
 * form is disabled.
 */
export function startsOver(before: FormSettings, now: FormSettings, isSet: boolean): boolean {
  const text = ({ target }: FormSettings): string =>
    'kind' in target ? target.kind : JSON.stringify([target.endpoint, target.cardId]);
  return (now.disabled && !before.disabled && !isSet) || text(before) !== text(now);
}
