/** Reads a host's messages, which may contain anything. The form receives only checked values. */
import { misconfigured, readSettings, type FormSettings } from '../../contract/settings.js';
import type { Words } from '../../messages/catalogue.js';
import type { Misconfigured } from '../../set-pin/outcome.js';
import { isTokenText } from '../../service/client-token.js';
import type { TokenGrant } from '../../service/client-tokens.js';
import { membersOf, type Members } from '../../service/members.js';
import { LONGEST, type FromHost, type Look } from '../protocol.js';

/** English texts that the oldest hosts don't send. */
export const ADDED: Partial<Words> = {};

/** Returns a greeting's version, or `undefined` for any other value. */
export function readGreeting(data: unknown): number | undefined {
  const { kind, version } = parseMessage(data) ?? {};
  return kind === 'set-card-pin' && typeof version === 'number' ? version : undefined;
}

/** Reads a message, or returns `undefined` if it's too long or isn't JSON text. */
export function readFromHost(data: unknown): FromHost | { readonly kind: 'unknown' } | undefined {
  const message = parseMessage(data);
  if (message === undefined) return undefined;
  const kind = message.kind as FromHost['kind'];
  return Object.keys(READERS).includes(kind) ? READERS[kind](message) : { kind: 'unknown' };
}

const READERS: {
  readonly [Kind in FromHost['kind']]: (message: Members) => Extract<FromHost, { kind: Kind }>;
} = {
  settings: ({ settings, words, look, epoch }) => ({
    kind: 'settings',
    settings: readHostSettings(membersOf(settings)),
    words: readWords(membersOf(words)),
    look: readLook(membersOf(look)),
    epoch: numberOf(epoch),
  }),
  reset: ({ epoch }) => ({ kind: 'reset', epoch: numberOf(epoch) }),
  submit: ({ submitId }) => ({ kind: 'submit', submitId: numberOf(submitId) }),
  focus: ({ preventScroll }) => ({ kind: 'focus', preventScroll: preventScroll === true }),
  report: () => ({ kind: 'report' }),
  waiting: ({ isFirst }) => ({ kind: 'waiting', isFirst: isFirst === true }),
  grant: ({ grant }) => ({ kind: 'grant', grant: readGrant(membersOf(grant)) }),
};

/** Reads the settings again. A mistake that the host has found takes precedence. */
function readHostSettings(given: Members): FormSettings {
  const settings = readSettings(given);
  if (!given.mistake) return settings;
  const { attribute, explanation } = membersOf(given.mistake) as unknown as Misconfigured;
  // The attribute and the explanation are only sent back to the host.
  return { ...settings, mistake: misconfigured(attribute!, explanation) };
}

/** The members of `Words` that are groups of texts. */
const GROUPS = ['newPinProblems', 'confirmationProblems', 'codes', 'outcomes'] as const;

/** Keeps only strings, because Lit must not render any other value. */
function readWords(given: Members): Words {
  const words: Record<string, unknown> = { ...ADDED, ...textsOf(given) };
  for (const name of GROUPS) words[name] = { ...ADDED[name], ...textsOf(given[name]) };
  return words as unknown as Words;
}

/** Reads a look. `applyLook` checks the strings. */
function readLook(given: Members): Look {
  const { theme, textSize } = given;
  const read = { ...textsOf(given), theme: textsOf(theme), textSize: numberOf(textSize) };
  return read as unknown as Look;
}

/** The reasons for a missing token. A newer host may send other reasons. */
const REASONS: readonly unknown[] = [
  'signed-out',
  'no-token',
  'malformed-token',
  'missing-return',
] satisfies TokenGrant['kind'][];

function readGrant({ kind, value }: Members): TokenGrant {
  if (kind === 'token') return isTokenText(value) ? { kind, value } : { kind: 'malformed-token' };
  return { kind: REASONS.includes(kind) ? kind : 'no-token' } as TokenGrant;
}

/** Parses JSON text that contains an object. Returns an empty object for any other JSON. */
function parseMessage(data: unknown): Members | undefined {
  if (typeof data !== 'string' || data.length > LONGEST) return undefined;
  try {
    return membersOf(JSON.parse(data));
  } catch {
    return undefined;
  }
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  const isText = (member: [string, unknown]): member is [string, string] =>
    typeof member[1] === 'string';
  return Object.fromEntries(Object.entries(membersOf(value)).filter(isText));
}

function numberOf(value: unknown): number {
  return Number.isFinite(value) ? (value as number) : 0;
}
