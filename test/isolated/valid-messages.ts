/** Messages of the host: a valid one of each kind. */
import { THEME } from '../../src/form/theme.js';
import type { FormSettings } from '../../src/form/settings.js';
import type { FromHost, Hello, Look } from '../../src/isolated/protocol.js';
import { wordsFor } from '../../src/messages/words.js';

/** The host's first message. */
export const HELLO: Hello = { kind: 'set-card-pin', version: 4 };

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
    confirms: true,
    steps: false,
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
  { kind: 'focus', preventScroll: false },
  { kind: 'report' },
  { kind: 'waiting', isFirst: true },
  { kind: 'grant', grant: { kind: 'token', value: 'tok_1' } },
  ...(['signed-out', 'no-token', 'malformed-token', 'missing-return'] as const).map(
    (kind) => ({ kind: 'grant', grant: { kind } }) as const,
  ),
];
