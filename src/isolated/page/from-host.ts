/**
 * Reads the messages from the host. The lists are checked against the types of the messages: a
 * missing setting or word does not compile.
 */
import { isKeyType, type FormSettings, type Target } from '../../form/settings.js';
import type { Words } from '../../messages/catalogue.js';
import { isPinLength, isPinRule, PIN_RULES } from '../../pin/rule-names.js';
import type { TokenGrant } from '../../service/client-tokens.js';
import type { FromHost, Hello, Look } from '../protocol.js';
import {
  bare,
  flag,
  kinds,
  list,
  nameIn,
  number,
  object,
  text,
  texts,
  type Shape,
} from '../shape.js';

const words = object({
  lang: text,
  dir: nameIn({ ltr: 1, rtl: 1 } satisfies Record<Words['dir'], 1>),
  newPin: text,
  confirmPin: text,
  hint: text,
  showPin: text,
  showPinName: text,
  hidePin: text,
  hidePinName: text,
  full: text,
  next: text,
  submit: text,
  submitting: text,
  connecting: text,
  waiting: text,
  offline: text,
  again: text,
  cancel: text,
  cancelled: text,
  cancelledUnconfirmed: text,
  tryAgain: text,
  startOver: text,
  loading: text,
  notLoaded: text,
  reload: text,
  set: text,
  setFor: text,
  setNext: text,
  newPinProblems: texts,
  confirmationProblems: texts,
  codes: texts,
  outcomes: texts,
  rateLimitedLonger: text,
  interrupted: text,
  quote: text,
} satisfies Record<keyof Words, Shape>);

const target = object({
  endpoint: text,
  cardId: text,
  keyType: (value) => value === '' || (text(value) && isKeyType(value as string)),
} satisfies Record<keyof Target, Shape>);

const mistake = kinds({ misconfigured: object({ explanation: text, attribute: text }) });

/**
 * Each rule once: a rule that runs 100,000 times takes a time from which a page could learn digits.
 */
const rules: Shape = (value) =>
  list(isPinRule, PIN_RULES.length)(value) && new Set(value as []).size === (value as []).length;

const settings = object({
  length: isPinLength,
  rules,
  confirms: flag,
  steps: flag,
  disabled: flag,
  target: (value) => mistake(value) || target(value),
} satisfies Record<keyof FormSettings, Shape>);

const look = object({
  appearance: text,
  theme: texts,
  scheme: nameIn({ light: 1, dark: 1 } satisfies Record<Look['scheme'], 1>),
  direction: nameIn({ ltr: 1, rtl: 1 } satisfies Record<Look['direction'], 1>),
  textSize: number,
} satisfies Record<keyof Look, Shape>);

const grant = kinds({
  token: object({ value: text }),
  'signed-out': bare,
  'no-token': bare,
  'malformed-token': bare,
  'missing-return': bare,
} satisfies Record<TokenGrant['kind'], Shape>);

const isFromHost = kinds({
  settings: object({ settings, words, look, epoch: number }),
  reset: object({ epoch: number }),
  submit: object({ run: number }),
  focus: object({ preventScroll: flag }),
  report: bare,
  waiting: object({ isFirst: flag }),
  grant: object({ grant }),
} satisfies Record<FromHost['kind'], Shape>);

/** Returns a host's first message, or `undefined` for any other value. */
export function readHello(value: unknown): Hello | undefined {
  return kinds({ 'set-card-pin': object({ version: number }) })(value)
    ? (value as Hello)
    : undefined;
}

/** Returns a message from the host, or `undefined` for any other value. */
export function readFromHost(value: unknown): FromHost | undefined {
  return isFromHost(value) ? (value as FromHost) : undefined;
}
