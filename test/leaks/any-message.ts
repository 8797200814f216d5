/**
 * Messages between host and frame page: a valid one of each kind, and fast-check arbitraries of
 * invalid ones, for Node and for pages. Most invalid messages differ from a valid one in one place,
 * because a check misses such messages most easily.
 */
import fc from 'fast-check';
import { THEME } from '../../src/form/theme.js';
import type { FormSettings } from '../../src/form/settings.js';
import type { FromFrame, FromHost, Hello, Look, Told } from '../../src/isolated/protocol.js';
import { LONGEST } from '../../src/isolated/shape.js';
import { wordsFor } from '../../src/messages/words.js';
import type { Outcome } from '../../src/set-pin/outcome.js';

/** The host's first message. */
export const HELLO: Hello = { kind: 'set-card-pin', version: 3 };

type SettingsMessage = Extract<FromHost, { kind: 'settings' }>;

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
  look: {
    appearance: 'boxes',
    theme: Object.fromEntries(THEME.map((name) => [name, ''])),
    scheme: 'light',
    direction: 'ltr',
    textSize: 16,
  },
  epoch: 0,
};

/** Returns the host's message with all settings. */
export function settingsMessage(
  settings: Partial<FormSettings> = {},
  look: Partial<Look> = {},
): FromHost {
  return {
    ...SETTINGS,
    settings: { ...SETTINGS.settings, ...settings },
    look: { ...SETTINGS.look, ...look },
  };
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

/** Members that may be missing. */
const OPTIONAL =
  /^(requestId|rateLimit|retryAfter|asOf|count|complexity|cost|remaining|limit|attribute|detail|bin|last4|cause|epoch)$/;

/** Members that a page can set to any text, number or boolean. */
const SETTING = /^(endpoint|cardId|pinLength|pinRules|deniedPins|no[A-Z]\w+|disabled)$/;

/** Groups of texts. A group may have members of any name. */
const GROUP = /^(newPinProblems|confirmationProblems|codes|outcomes|theme)$/;

/** Members with a fixed list of values. */
const CHOICE = /^(kind|dir|scheme|direction|phase|field|cause)$/;

/** A value inside many others. */
function nested(depth: number): unknown {
  let value: unknown = 4n;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { kind: value };
  return value;
}

const CYCLE: unknown[] = [];
CYCLE.push(CYCLE);

/** Values that are nested deeply, long or repeated. They are invalid in every place. */
const TOO_MUCH: readonly unknown[] = [
  nested(1_000),
  CYCLE,
  new Array(4_000_000_000),
  Array.from({ length: LONGEST + 1 }, () => 7),
  Array.from({ length: 1_000 }, () => SETTINGS),
  Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`name_${index}`, index])),
  'x'.repeat(LONGEST + 1),
];

/** Values that are invalid in every place. Few are large, because these take most of the time. */
const anythingElse: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom<unknown>(
      ...[
        4n,
        NaN,
        Infinity,
        new Date(0),
        /x/,
        new ArrayBuffer(4),
        new Uint8Array([1, 2]),
        new Map([['name', '']]),
        new Array(1),
        [7],
        [{}],
      ],
      ...[{ toString: null, valueOf: null }, { toJSON: 1 }, { kind: 4n }, [['new', ['new']]]],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...TOO_MUCH) },
);

interface Change {
  /** Index of the member to change, modulo their number. */
  readonly at: number;
  readonly how: 'replace' | 'retype' | 'remove' | 'add';
  readonly name: string;
  readonly value: unknown;
}

const anyChange: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(200),
  how: fc.constantFrom('replace', 'retype', 'remove', 'add'),
  name: fc.constantFrom('extra', 'toString', 'toJSON', '__proto__', 'constructor', 'then'),
  value: anythingElse,
});

/** Generates valid messages with one change that makes them invalid. */
function almostValid(messages: readonly object[]): fc.Arbitrary<unknown> {
  return fc.tuple(fc.constantFrom(...messages), anyChange).map(([message, change]) => {
    const root = { message: structuredClone(message) };
    apply(change, root);
    return root.message;
  });
}

function apply({ at, how, name, value }: Change, root: { message: object }): void {
  const members = membersIn(root);
  const [owner, key, inGroup] = members[at % members.length]!;
  const old = owner[key];
  const isChoice = CHOICE.test(key) || (key === 'problem' && typeof old === 'string');
  if (how === 'add' && isPlainObject(old)) return put(old, name, GROUP.test(key) ? 7 : value);
  if (how === 'retype' && isChoice) return put(owner, key, `${String(old)}x`);
  if (how === 'retype' && typeof old !== 'object' && !SETTING.test(key))
    return put(owner, key, typeof old === 'string' ? 7 : String(old));
  const isOptional = inGroup || OPTIONAL.test(key) || SETTING.test(key) || typeof old === 'object';
  if (how === 'remove' && !isOptional) return void Reflect.deleteProperty(owner, key);
  put(owner, key, value);
}

/** Defines a property, as literals and `structuredClone` do: `__proto__` is an ordinary name. */
function put(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

type Member = readonly [owner: Record<string, unknown>, key: string, inGroup: boolean];

function membersIn(owner: object, inGroup = false): Member[] {
  return Object.entries(owner).flatMap(([key, value]): Member[] => [
    [owner as Record<string, unknown>, key, inGroup],
    ...(isPlainObject(value) || Array.isArray(value)
      ? membersIn(value, GROUP.test(key) || Array.isArray(value))
      : []),
  ]);
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Values of all types that can be posted. They are hardly ever valid messages. */
const anyClone = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  key: fc.oneof(
    fc.string(),
    fc.constantFrom('kind', 'settings', 'words', 'outcome', '__proto__', 'length'),
  ),
  values: [
    fc.oneof(
      fc.boolean(),
      fc.double(),
      fc.string(),
      fc.constant(undefined),
      fc.constantFrom('kind', 'settings', 'grants', 'set', 'set-card-pin'),
    ),
  ],
});

/**
 * Generates invalid messages of one side.
 *
 * @param messages - Valid messages of that side.
 * @param others - Valid messages of the other side, which are invalid from this one.
 */
function invalid(messages: readonly object[], others: readonly object[]): fc.Arbitrary<unknown> {
  const valid = fc.constantFrom(...messages);
  return fc.oneof(
    { weight: 12, arbitrary: almostValid(messages) },
    { weight: 3, arbitrary: anyClone },
    { weight: 1, arbitrary: valid.map((message) => JSON.stringify(message)) },
    { weight: 1, arbitrary: valid.map((message) => [message]) },
    { weight: 1, arbitrary: valid.map((data) => ({ data })) },
    { weight: 1, arbitrary: valid.map((message) => new Map(Object.entries(message))) },
    { weight: 1, arbitrary: valid.map((message) => ({ '0': message, length: 1 })) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
    { weight: 1, arbitrary: fc.constant(HELLO) },
  );
}

/** Values that are not valid messages of a host. */
export const noFromHost = invalid(FROM_HOST, FROM_FRAME);

/** Values that are not valid messages of a frame page. */
export const noFromFrame = invalid(FROM_FRAME, FROM_HOST);

/** Valid messages that change nothing in an empty form, however often they are repeated. */
const TO_FRAME: readonly FromHost[] = [
  { kind: 'waiting', isFirst: false },
  { kind: 'reset', epoch: 0 },
  { kind: 'grant', grant: { kind: 'no-token' } },
];

/**
 * Valid messages that change nothing if no submit is in progress, however often they are repeated.
 */
const TO_HOST: readonly FromFrame[] = [
  { kind: 'forget', epoch: 0 },
  { kind: 'ended', run: 1, outcome: { kind: 'aborted' }, epoch: 0 },
  { kind: 'refuse', refused: 'another', epoch: 0 },
];

/** Posts invalid messages to the frame page, and as many valid ones. */
export function postToFrame(port: MessagePort, seed: number, numRuns: number): void {
  post(port, fc.sample(noFromHost, { seed, numRuns }), TO_FRAME);
}

/** Posts invalid messages to the host page, and as many valid ones. */
export function postToHost(port: MessagePort, seed: number, numRuns: number): void {
  post(port, fc.sample(noFromFrame, { seed, numRuns }), TO_HOST);
}

function post(port: MessagePort, invalid: readonly unknown[], valid: readonly unknown[]): void {
  for (const [index, value] of invalid.entries()) {
    port.postMessage(value);
    port.postMessage(valid[index % valid.length]);
  }
}
