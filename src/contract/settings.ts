/** The rows by which an element, and again a frame page, reads the settings of a form. Pure. */
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
  /** In the form of `URL.href`. */
  readonly endpoint: string;
  readonly cardId: string;
  /** Digits in a PIN. */
  readonly pinLength: number;
  /** Names of rules with a space between them, or `none`. */
  readonly pinRules: string;
  /** The GraphQL type of the idempotency key; `none` if requests carry none. */
  readonly idempotencyKey: string;
  readonly noConfirm: boolean;
  /** `steps`: one field at a time, if there is a confirmation. */
  readonly flow: '' | 'steps';
  readonly disabled: boolean;
  /** The first mistake. A submit ends with it. */
  readonly mistake: Misconfigured | undefined;
}

/** The name of an attribute, or of a property without one. */
type Attribute = NonNullable<Misconfigured['attribute']>;

export interface Setting<T> {
  /** The default, as a page would write it. It stands for `undefined`, `null` and mistakes. */
  readonly value: unknown;
  /** Reads a value of any type, also its own result. Returns `undefined` for a mistake. */
  readonly read: (given: unknown) => T | undefined;
  /** The attribute, if it isn't the name in lower case, or the page can make a mistake in it. */
  readonly attribute?: Attribute | 'no-confirm';
  /** What is wrong with it, in English, for the developer. */
  readonly wrong?: string;
}

type Name = Exclude<keyof FormSettings, 'mistake'>;

/** The rows. The first mistake in this order is reported. */
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
    wrong: 'must be a text without white space',
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
    // It becomes part of the document in which the PIN is a variable, so nothing else may pass.
    read: (given) => matching(/^[_a-z]\w*!?$/i, given),
    attribute: 'idempotency-key',
    wrong: 'must be a GraphQL type, such as UUID!, or none',
  },
  noConfirm: { value: false, read: Boolean, attribute: 'no-confirm' },
  flow: { value: '', read: (given) => (given === 'steps' ? given : '') },
  disabled: { value: false, read: Boolean },
};

/** Reads settings of any type: the element's properties, or what a host sends. */
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

/** Returns whether a PIN would now be judged in another way, so that another entry begins. */
export function changesJudgement(before: FormSettings, now: FormSettings): boolean {
  const text = ({ pinLength, pinRules, noConfirm }: FormSettings): string =>
    JSON.stringify([pinLength, pinRules, noConfirm]);
  return text(before) !== text(now);
}

/**
 * Returns whether a form has to start over: a PIN is typed for one card and one service, and the
 * page may have made or mended a mistake. A PIN that is set stays when the form is disabled.
 */
export function needsNewEntry(before: FormSettings, now: FormSettings, isSet: boolean): boolean {
  const text = ({ mistake, endpoint, cardId }: FormSettings): string =>
    JSON.stringify([mistake?.kind, endpoint, cardId]);
  return (now.disabled && !before.disabled && !isSet) || text(before) !== text(now);
}
