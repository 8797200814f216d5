/**
 * The settings of a form, and what a change of them does to an entry. Pure.
 */
import type { PinRule } from '../pin/rule-names.js';
import type { Misconfigured } from '../set-pin/outcome.js';

/** Settings of a form. Malformed values are replaced before, and a submit reports them. */
export interface FormSettings {
  /** Digits in a PIN. */
  readonly length: number;
  readonly rules: readonly PinRule[];
  /** `true` if there is a confirmation. */
  readonly confirms: boolean;
  /** `true` if the form shows one field at a time. */
  readonly steps: boolean;
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

/** Returns whether a PIN would now be judged in another way, so that another entry begins. */
export function judgesOtherwise(before: FormSettings, now: FormSettings): boolean {
  const text = ({ length, rules, confirms }: FormSettings): string =>
    JSON.stringify([length, rules, confirms]);
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
