/**
 * What the page wrote on the element → settings that a submit can use, or what is wrong with them.
 */
import { digitsOfWhole } from '../pin/digits.js';
import {
  DEFAULT_PIN_LENGTH,
  DEFAULT_PIN_RULES,
  isPinLength,
  parsePinRules,
  PIN_LENGTH_RANGE,
  PIN_RULES,
  type PinRule,
} from '../pin/rules.js';
import { parseEndpoint } from '../service/endpoint.js';
import type { PinRequest } from '../set-pin/operation.js';
import type { Misconfigured } from '../set-pin/outcome.js';

/** The element's properties as the page set them: by type they are right, by attribute or from JavaScript they may be anything. */
export interface GivenSettings {
  readonly endpoint: unknown;
  readonly cardId: unknown;
  readonly pinLength: unknown;
  readonly pinRules: unknown;
  /** As {@link deniedPinsOf} read them. */
  readonly deniedPins: readonly string[] | undefined;
  readonly noConfirm: boolean;
  readonly noIdempotencyKey: boolean;
  /** By itself, or by a fieldset. */
  readonly disabled: boolean;
}

/** So many PINs a page may deny: what one person's dates come to, and too few to search for a PIN with. */
export const MOST_DENIED_PINS = 16;

/** What a form depends on. What was malformed is by default here: that is told at the submit. */
export interface FormSettings {
  /** Digits in a PIN. */
  readonly length: number;
  readonly rules: readonly PinRule[];
  /** PINs that the page refuses. */
  readonly denied: readonly string[];
  /** Whether the PIN is typed a second time. */
  readonly confirms: boolean;
  readonly disabled: boolean;
  /** Where a PIN goes; or the first mistake in the settings. */
  readonly target: Target | Misconfigured;
}

/** Where a PIN goes. */
export interface Target {
  /** As `URL.href` has it. */
  readonly endpoint: string;
  readonly cardId: string;
  /** Whether requests carry an idempotency key. */
  readonly keyed: boolean;
}

/** Reads the settings. */
export function readSettings(given: GivenSettings): FormSettings {
  return {
    length: pinLengthOf(given.pinLength) ?? DEFAULT_PIN_LENGTH,
    rules: pinRulesOf(given.pinRules) ?? [],
    denied: given.deniedPins ?? [],
    confirms: !given.noConfirm,
    disabled: Boolean(given.disabled),
    target: targetOf(given),
  };
}

/** Returns whether other PINs are valid now. */
export function hasOtherRules(before: FormSettings, now: FormSettings): boolean {
  const rulesOf = ({ length, rules, denied, confirms }: FormSettings) => [
    length,
    rules,
    denied,
    confirms,
  ];
  return JSON.stringify(rulesOf(before)) !== JSON.stringify(rulesOf(now));
}

/** Returns whether a PIN would go to another card or another service now. */
export function hasOtherTarget(before: FormSettings, now: FormSettings): boolean {
  return JSON.stringify(before.target) !== JSON.stringify(now.target);
}

/** Returns whether a request is for the card and the service in the settings. */
export function isFor({ target }: FormSettings, request: PinRequest): boolean {
  return (
    !('kind' in target) &&
    target.cardId === request.paymentCardId &&
    target.endpoint === request.endpoint.href
  );
}

function targetOf(given: GivenSettings): Target | Misconfigured {
  const endpoint = parseEndpoint(textOf(given.endpoint));
  if (typeof endpoint === 'string') return mistake('endpoint', endpoint);
  const cardId = textOf(given.cardId);
  if (!/^\S+$/.test(cardId))
    return mistake(
      'card-id',
      cardId === ''
        ? 'card-id is missing: give the id of the payment card.'
        : 'card-id holds white space: give the id of the payment card alone.',
    );
  if (pinLengthOf(given.pinLength) === undefined)
    return mistake(
      'pin-length',
      `pin-length is not a whole number from ${PIN_LENGTH_RANGE.least} to ${PIN_LENGTH_RANGE.most}.`,
    );
  if (pinRulesOf(given.pinRules) === undefined)
    return mistake(
      'pin-rules',
      `pin-rules takes the words ${PIN_RULES.join(', ')}, divided by spaces, or none alone.`,
    );
  if (given.deniedPins === undefined)
    return mistake(
      'deniedPins',
      `deniedPins is not an array of at most ${MOST_DENIED_PINS} PINs, each a string of digits.`,
    );
  return { endpoint: endpoint.href, cardId, keyed: !given.noIdempotencyKey };
}

/** Reads a PIN's length, in digits; frameworks set what a page left out to nothing, which means the default. */
function pinLengthOf(given: unknown): number | undefined {
  const length = given ?? DEFAULT_PIN_LENGTH;
  return isPinLength(length) ? length : undefined;
}

/** Reads the rules; nothing means the default here too. */
function pinRulesOf(given: unknown): readonly PinRule[] | undefined {
  return parsePinRules(textOf(given ?? DEFAULT_PIN_RULES));
}

/**
 * Reads the PINs that the page denies, as a paste is read: digits of any script. Nothing means none here.
 *
 * @returns A copy, so that a page can't search for the PIN by writing into its array; `undefined` where it is malformed.
 */
export function deniedPinsOf(given: unknown): readonly string[] | undefined {
  const pins: unknown = given ?? [];
  if (!Array.isArray(pins) || pins.length > MOST_DENIED_PINS) return undefined;
  const digits = Array.from(pins, (pin) => digitsOfWhole(textOf(pin)) ?? '');
  return digits.includes('') ? undefined : digits;
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}

function mistake(
  attribute: NonNullable<Misconfigured['attribute']>,
  explanation: string,
): Misconfigured {
  return { kind: 'misconfigured', attribute, explanation };
}
