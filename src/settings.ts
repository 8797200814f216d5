/**
 * What the page wrote on the element → settings that a submit can use, or what is wrong with them.
 */
import {
  DEFAULT_PIN_LENGTH,
  DEFAULT_PIN_RULES,
  isPinLength,
  parsePinRules,
  PIN_LENGTH_RANGE,
  PIN_RULES,
  type PinRule,
} from './pin-rules.js';
import { parseEndpoint } from './set-pin/endpoint.js';
import type { Misconfigured } from './set-pin/outcome.js';

/** The element's properties as the page set them: by type they are right, by attribute or from JavaScript they may be anything. */
export interface GivenSettings {
  readonly endpoint: unknown;
  readonly cardId: unknown;
  readonly pinLength: unknown;
  readonly pinRules: unknown;
}

/** Settings that are right. */
export interface Settings {
  readonly endpoint: URL;
  readonly cardId: string;
}

/** Checks the settings; the first mistake counts. */
export function readSettings(given: GivenSettings): Settings | Misconfigured {
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
  return { endpoint, cardId };
}

/** Reads a PIN's length, in digits; frameworks set what a page left out to nothing, which means the default. */
export function pinLengthOf(given: unknown): number | undefined {
  const length = given ?? DEFAULT_PIN_LENGTH;
  return isPinLength(length) ? length : undefined;
}

/** Reads the rules; nothing means the default here too. */
export function pinRulesOf(given: unknown): readonly PinRule[] | undefined {
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
