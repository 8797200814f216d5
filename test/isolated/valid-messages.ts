/** The host's messages: a valid one of each kind. */
import { THEME } from '../../src/contract/theme.js';
import type { FormSettings } from '../../src/contract/settings.js';
import { VERSION, type FromHost, type Greeting, type Look } from '../../src/isolated/protocol.js';
import { wordsFor } from '../../src/messages/words.js';
import { SETTINGS as USUAL } from '../form/settings.js';

/** The host's first message. */
export const GREETING: Greeting = { kind: 'set-card-pin', version: VERSION };

type SettingsMessage = Extract<FromHost, { kind: 'settings' }>;

export const LOOK: Look = {
  appearance: 'boxes',
  theme: Object.fromEntries(THEME.map((name) => [name, ''])),
  scheme: 'light',
  direction: 'ltr',
  textSize: 16,
};

/** Returns the host's message with all settings. */
export function settingsMessage(settings: Partial<FormSettings> = {}): SettingsMessage {
  return {
    kind: 'settings',
    settings: { ...USUAL, ...settings },
    words: wordsFor('en', { codes: { BLOCKED: 'It is blocked.' } }, 4),
    look: LOOK,
    epoch: 0,
  };
}

/** One of each kind of message that a host sends. */
export const FROM_HOST: readonly FromHost[] = [
  settingsMessage(),
  { kind: 'submit', submitId: 1 },
  { kind: 'reset', epoch: 1 },
  { kind: 'focus', preventScroll: false },
  { kind: 'report' },
  { kind: 'waiting', isFirst: true },
  { kind: 'grant', grant: { kind: 'token', value: 'tok_1' } },
  ...(['signed-out', 'no-token', 'malformed-token', 'missing-return'] as const).map(
    (kind): FromHost => ({ kind: 'grant', grant: { kind } }),
  ),
];
