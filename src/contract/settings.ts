/** The table that both an element and its frame page use to read a form's settings. Pure. */
import { readAddress } from '../address.js';
import {
  DEFAULT_PIN_LENGTH,
  DEFAULT_PIN_RULES,
  PIN_LENGTH_RANGE,
  PIN_RULES,
  readPinLength,
  readPinRules,
} from '../pin/rule-names.js';
import type { Misconfigured } from '../set-pin/outcome.js';

export interface FormSettings {
  /** The address, as `URL.href` returns it. */
  readonly endpoint: string;
  readonly cardId: string;
  /** The number of digits in a PIN. */
  readonly pinLength: number;
  /** Rule names, separated by spaces, or `none`. */
  readonly pinRules: string;
  /** The idempotency key's GraphQL type, or `none` if requests don't have a key. */
  readonly idempotencyKey: string;
  readonly noConfirm: boolean;
  /** `steps` shows one field at a time, if there is a confirmation. */
  readonly flow: '' | 'steps';
  readonly disabled: boolean;
  /** The first mistake, which is the outcome of every submit. */
  readonly mistake: Misconfigured | undefined;
}

/** The name of an attribute, or of a property without an attribute. */
type Attribute = NonNullable<Misconfigured['attribute']>;

export interface Setting<T> {
  /** The default, as a page would write it. Replaces `undefined`, `null` and invalid values. */
  readonly value: unknown;
  /** Reads a value of any type, even its own result. Returns `undefined` for an invalid value. */
  readonly read: (given: unknown) => T | undefined;
  /** The attribute, if it isn't the property's lower-case name, or if its value can be invalid. */
  readonly attribute?: Attribute | 'no-confirm';
  /** Explains a mistake, in English, for the developer. */
  readonly wrong?: string;
}

type Name = Exclude<keyof FormSettings, 'mistake'>;

/** The settings. The first mistake in this order is reported. */
export const SETTINGS: { readonly [Each in Name]: Setting<FormSettings[Each]> } = {
  endpoint: {
    value: '',
    read: (given) => readAddress(textOf(given))?.href,
    attribute: 'endpoint',
    wrong: 'must be an absolute https: address (http: for loopback hosts only) without a user name',
  },
  cardId: {
    value: '',
    read: (given) => matching(/^\S+$/, given),
    attribute: 'card-id',
    wrong: 'must be a string without white space',
  },
  pinLength: {
    value: DEFAULT_PIN_LENGTH,
    read: readPinLength,
    attribute: 'pin-length',
    wrong: `must be a whole number from ${PIN_LENGTH_RANGE.min} to ${PIN_LENGTH_RANGE.max}`,
  },
  pinRules: {
    value: DEFAULT_PIN_RULES,
    read: readPinRules,
    attribute: 'pin-rules',
    wrong: `must be none, or any of ${PIN_RULES.join(', ')}`,
  },
  idempotencyKey: {
    value: 'String!',
    // The value becomes part of the GraphQL document, so nothing but a type's name may pass.
    read: (given) => matching(/^[_a-z]\w*!?$/i, given),
    attribute: 'idempotency-key',
    wrong: 'must be a GraphQL type, such as UUID!, or none',
  },
  noConfirm: { value: false, read: Boolean, attribute: 'no-confirm' },
  flow: { value: '', read: (given) => (given === 'steps' ? given : '') },
  disabled: { value: false, read: Boolean },
};

/** Reads settings of any type, from the element's properties or from a host's message. */
export function readSettings(given: Readonly<Partial<Record<Name, unknown>>>): FormSettings {
  const settings: Record<string, unknown> = { mistake: undefined };
  for (const [name, row] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const own = given[name as Name] ?? row.value;
    const result = row.read(own);
    const wrong = own === '' ? 'is missing' : row.wrong;
    if (result === undefined)
      settings.mistake ??= misconfigured(row.attribute as Attribute, `${row.attribute} ${wrong}.`);
    settings[name] = result ?? row.read(row.value) ?? row.value;
  }
  return settings as unknown as FormSettings;
}

export function misconfigured(attribute: Attribute, explanation: string): Misconfigured {
  return { kind: 'misconfigured', attribute, explanation };
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}

function matching(pattern: RegExp, given: unknown): string | undefined {
  return pattern.test(textOf(given)) ? (given as string) : undefined;
}

/** Returns whether the fields must be emptied, because a PIN would now be judged differently. */
export function changesJudgement(before: FormSettings, now: FormSettings): boolean {
  const text = ({ pinLength, pinRules, noConfirm }: FormSettings): string =>
    JSON.stringify([pinLength, pinRules, noConfirm]);
  return text(before) !== text(now);
}

/**
 * Returns whether a form must start over, because the card or the API has changed, or a mistake has
 * appeared or been corrected. Disabling the form also resets it, unless the PIN is set.
 */
export function needsNewEntry(before: FormSettings, now: FormSettings, isSet: boolean): boolean {
  const text = ({ mistake, endpoint, cardId }: FormSettings): string =>
    JSON.stringify([mistake?.kind, endpoint, cardId]);
  return (now.disabled && !before.disabled && !isSet) || text(before) !== text(now);
}
