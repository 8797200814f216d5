/** Messages between host and frame page: a valid one of each kind. */
import { THEME } from '../../src/form/theme.js';
import type { FormSettings } from '../../src/form/settings.js';
import type { FromFrame, FromHost, Hello, Look, Told } from '../../src/isolated/protocol.js';
import { wordsFor } from '../../src/messages/words.js';
import type { Outcome } from '../../src/set-pin/outcome.js';

/** The host's first message. */
export const HELLO: Hello = { kind: 'set-card-pin', version: 3 };

type SettingsMessage = Extract<FromHost, { kind: 'settings' }>;

export const LOOK: Look = {
  appearance: 'boxes',
  theme: Object.fromEntries(THEME.map((name) => [name, ''])),
  scheme: 'light',
  direction: 'ltr',
  textSize: 16,
};

const SETTINGS: SettingsMessage = {
  kind: 'settings',
  settings: {
    length: 4,
    rules: ['repeated'],
    denied: ['1990', '1991'],
    confirms: true,
    steps: false,
    autoSubmits: false,
    disabled: false,
    target: { endpoint: 'https://api.example.com/graphql', cardId: 'card_1', keyType: 'String!' },
  },
  words: wordsFor('en', { codes: { BLOCKED: 'It is blocked.' } }, 4),
  look: LOOK,
  epoch: 0,
};

/** Returns the host's message with all settings. */
export function settingsMessage(settings: Partial<FormSettings> = {}): FromHost {
  return { ...SETTINGS, settings: { ...SETTINGS.settings, ...settings } };
}

/** One of each kind of message that a host sends. */
export const FROM_HOST: readonly FromHost[] = [
  SETTINGS,
  { kind: 'submit', run: 1 },
  { kind: 'reset', epoch: 1 },
  { kind: 'focus', preventScroll: false, direction: 0 },
  { kind: 'report' },
  { kind: 'mask' },
  { kind: 'waiting', isFirst: true },
  { kind: 'grant', grant: { kind: 'token', value: 'tok_1' } },
  ...(['signed-out', 'no-token', 'malformed-token', 'missing-return'] as const).map(
    (kind) => ({ kind: 'grant', grant: { kind } }) as const,
  ),
];

const requestId = 'r-1';
const bucket = { cost: 1, remaining: 0, limit: 60 };

/** One of each kind of outcome. */
const OUTCOMES: readonly Outcome[] = [
  { kind: 'set', card: { id: 'card_1', bin: '999900', last4: '1001' }, requestId },
  { kind: 'invalid', field: 'new', problem: 'too-short' },
  { kind: 'rejected', codes: ['PIN_TOO_SIMPLE'], requestId },
  { kind: 'denied', requestId },
  { kind: 'token-expired', requestId },
  { kind: 'token-unavailable' },
  {
    kind: 'rate-limited',
    retryAfter: 60,
    rateLimit: { asOf: '2026-09-03T10:00:00.000Z', count: bucket, complexity: bucket },
    requestId,
  },
  { kind: 'unavailable', explanation: 'The browser says that it is offline.' },
  { kind: 'unconfirmed', codes: ['PIN_TOO_SIMPLE'], requestId },
  { kind: 'misconfigured', attribute: 'endpoint', explanation: 'It is invalid.', requestId },
  { kind: 'misconfigured', detail: 'focus-taken', explanation: 'The focus has left.' },
  { kind: 'aborted' },
];

/** One of each kind of message that a frame page sends. */
export const FROM_FRAME: readonly FromFrame[] = (
  [
    { kind: 'refused', explanation: 'Not among its parents.' },
    { kind: 'ready' },
    { kind: 'height', height: 320 },
    { kind: 'show', top: 200, bottom: 320 },
    {
      kind: 'state',
      phase: 'editing',
      isComplete: true,
      hasErrors: false,
      isRevealed: false,
      problem: { kind: 'invalid', field: 'confirm', problem: 'mismatch' },
    },
    ...OUTCOMES.map((outcome) => ({ kind: 'ended', run: 1, outcome }) as const),
    { kind: 'ended', run: 0, outcome: { kind: 'unconfirmed' }, cause: 'frame' },
    { kind: 'obtain' },
    { kind: 'renew', refused: 'tok_1', requestId },
    { kind: 'refuse', refused: 'tok_1' },
    { kind: 'forget' },
  ] satisfies Told[]
).map((told) => ({ ...told, epoch: 1 }));
