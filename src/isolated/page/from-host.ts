/**
 * What comes from the host → one of its messages, or nothing.
 */
import { isPinLength, PIN_RULES } from '../../pin/rules.js';
import type { FromHost, Hello } from '../protocol.js';
import { MOST_DENIED_PINS } from '../../form/settings.js';
import { bare, flag, kinds, list, number, object, oneOf, text, texts } from '../shape.js';

/** The sentences that stand in no group. */
const SENTENCES =
  'lang newPin confirmPin hint showPin showPinName full submit submitting waiting offline again cancel cancelled cancelledUnconfirmed tryAgain startOver reload set setWithoutLast4 setNext holdEnded quote';

const words = object({
  ...Object.fromEntries(SENTENCES.split(' ').map((name) => [name, text])),
  dir: oneOf(['ltr', 'rtl']),
  newPinProblems: texts,
  confirmationProblems: texts,
  codes: texts,
  outcomes: texts,
});

const target = object({ endpoint: text, cardId: text, keyed: flag });

const mistake = kinds({ misconfigured: object({ explanation: text, attribute: text }) });

const isFromHost = kinds({
  settings: object({
    settings: object({
      length: isPinLength,
      rules: list(oneOf(PIN_RULES)),
      denied: list(text, MOST_DENIED_PINS),
      confirms: flag,
      disabled: flag,
      target: (value) => mistake(value) || target(value),
    }),
    words,
    look: object({
      appearance: text,
      theme: texts,
      scheme: oneOf(['light', 'dark']),
      direction: oneOf(['ltr', 'rtl']),
      textSize: number,
    }),
  }),
  submit: bare,
  reset: bare,
  focus: bare,
  report: bare,
  waiting: bare,
  grant: object({
    grant: kinds({
      token: object({ value: text, fresh: flag }),
      malformed: bare,
      none: bare,
    }),
  }),
});

export function readHello(value: unknown): Hello | undefined {
  return kinds({ 'set-card-pin': object({ version: number }) })(value)
    ? (value as Hello)
    : undefined;
}

export function readFromHost(value: unknown): FromHost | undefined {
  return isFromHost(value) ? (value as FromHost) : undefined;
}
