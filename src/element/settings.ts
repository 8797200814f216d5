/**
 * Reads the element's properties as settings that a submit can use, or as the mistake in them.
 */
import {
  DEFAULT_PIN_LENGTH,
  DEFAULT_PIN_RULES,
  isPinLength,
  parsePinRules,
  PIN_LENGTH_RANGE,
  PIN_RULES,
  type PinRule,
} from '../pin/rule-names.js';
import { parseEndpoint } from '../address.js';
import type { Misconfigured } from '../set-pin/outcome.js';
import { isKeyType, type FormSettings, type Target } from '../form/settings.js';

/**
 * The element's properties as the page set them. From attributes and untyped code they can have any
 * value.
 */
export interface GivenSettings {
  readonly endpoint: unknown;
  readonly cardId: unknown;
  readonly pinLength: unknown;
  readonly pinRules: unknown;
  readonly noConfirm: unknown;
  readonly flow: unknown;
  readonly idempotencyKey: unknown;
  readonly getClientToken: unknown;
  readonly disabled: unknown;
}

/** The default type of the idempotency key. */
export const DEFAULT_KEY_TYPE = 'String!';

/**
 * Reads the settings.
 *
 * @param isDisabled - Whether the browser has disabled the element, for example by a fieldset.
 */
export function readSettings(given: GivenSettings, isDisabled: boolean): FormSettings {
  return {
    length: pinLengthOf(given.pinLength) ?? DEFAULT_PIN_LENGTH,
    rules: pinRulesOf(given.pinRules) ?? [],
    confirms: !given.noConfirm,
    steps: given.flow === 'steps' && !given.noConfirm,
    disabled: Boolean(given.disabled) || isDisabled,
    target: targetOf(given),
  };
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
      `pin-length is not a whole number from ${PIN_LENGTH_RANGE.min} to ${PIN_LENGTH_RANGE.max}.`,
    );
  if (pinRulesOf(given.pinRules) === undefined)
    return mistake(
      'pin-rules',
      `pin-rules takes the words ${PIN_RULES.join(', ')}, divided by spaces, or none alone.`,
    );
  const { getClientToken = null } = given;
  if (getClientToken !== null && typeof getClientToken !== 'function')
    return mistake('getClientToken', 'getClientToken is not a function.');
  const keyType = textOf(given.idempotencyKey ?? DEFAULT_KEY_TYPE);
  if (keyType !== 'none' && !isKeyType(keyType))
    return mistake(
      'idempotency-key',
      'idempotency-key is neither a GraphQL type, such as String! or UUID!, nor none.',
    );
  return { endpoint: endpoint.href, cardId, keyType: keyType === 'none' ? '' : keyType };
}

/**
 * Reads a PIN's length, in digits. `undefined` and `null` mean the default, because frameworks set
 * them for an omitted property. In templates and in JSX it may be written as text.
 */
function pinLengthOf(given: unknown): number | undefined {
  const length = typeof given === 'string' ? Number(given) : (given ?? DEFAULT_PIN_LENGTH);
  return isPinLength(length) ? length : undefined;
}

/** Reads the rules. `undefined` and `null` mean the default here too. */
function pinRulesOf(given: unknown): readonly PinRule[] | undefined {
  return parsePinRules(textOf(given ?? DEFAULT_PIN_RULES));
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
