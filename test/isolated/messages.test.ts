import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readFromFrame } from '../../src/isolated/host/from-frame.js';
import { readFromHost, readHello } from '../../src/isolated/page/from-host.js';
import type { Target } from '../../src/form/settings.js';
import type { FromHost } from '../../src/isolated/protocol.js';
import { LONGEST } from '../../src/isolated/shape.js';
import '../../src/locales/ar.js';
import { wordsFor } from '../../src/messages/words.js';
import { PIN_RULES } from '../../src/pin/rule-names.js';
import { cases, FUZZ } from '../support/fuzz.js';
import { FROM_FRAME, FROM_HOST, HELLO, settingsMessage } from './valid-messages.js';

const NUM_RUNS = cases(2_000);

const SETTINGS = FROM_HOST[0] as Extract<FromHost, { kind: 'settings' }>;

function posted(value: unknown): unknown {
  return structuredClone(value);
}

function withSettings(changes: object): unknown {
  return posted({ ...SETTINGS, settings: { ...SETTINGS.settings, ...changes } });
}

describe('a message of isolated mode', () => {
  it('is read if it is valid', () => {
    const target = {
      kind: 'misconfigured',
      attribute: 'card-id',
      explanation: 'Missing.',
    } as const;
    const arabic = { ...SETTINGS, words: wordsFor('ar', undefined, 6) };
    for (const message of [...FROM_HOST, settingsMessage({ target }), arabic])
      assert.deepEqual(readFromHost(posted(message)), message);
    for (const message of FROM_FRAME) assert.deepEqual(readFromFrame(posted(message)), message);
    const hello = { kind: 'set-card-pin', version: 7 };
    assert.deepEqual(readHello(hello), hello);
  });

  it('has valid settings: each rule at most once, and 16 denied PINs, enough for one person’s dates', () => {
    const denied = Array.from({ length: 17 }, (_, index) => String(1000 + index));
    for (const settings of [{ rules: PIN_RULES }, { denied: denied.slice(1) }])
      assert.ok(readFromHost(withSettings(settings)));
    const rules = Array.from({ length: 262_144 }, () => 'year');
    for (const settings of [
      ...[{ length: 3 }, { rules: ['birthday'] }, { rules: ['year', 'year'] }, { rules }],
      { denied },
    ])
      assert.equal(readFromHost(withSettings(settings)), undefined);
  });

  it('has a key type that can only be the name of a GraphQL type, because it becomes part of the document', () => {
    const withKeyType = (keyType: unknown) => {
      const target = { ...(SETTINGS.settings.target as Target), keyType };
      return readFromHost(withSettings({ target }));
    };
    for (const keyType of ['', 'String', 'UUID!', '_Key2!']) assert.ok(withKeyType(keyType));
    for (const keyType of [
      'String!) { other: deleteCard(input: $input) { __typename } ping #',
      ...['String! = "4826"', '$input', 'String!!', 'String!\n', ' String!', '[String!]', '2', '!'],
    ])
      assert.equal(withKeyType(keyType), undefined, keyType);
  });

  it('is dropped by the frame page if it is longer than 256 Ki characters', () => {
    const withCodes = (count: number) => {
      const codes = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`CODE_${index}`, 'x'.repeat(1_000)]),
      );
      return posted({ ...SETTINGS, words: wordsFor('en', { codes }, 4) });
    };
    assert.ok(readFromHost(withCodes(200)));
    assert.equal(readFromHost(withCodes(300)), undefined);
    // As JSON it would be longer than a string may be.
    const escaped = '\u0001'.repeat(LONGEST);
    const codes = Object.fromEntries(Array.from({ length: 350 }, (_, index) => [index, escaped]));
    assert.equal(readFromHost({ ...SETTINGS, words: { ...SETTINGS.words, codes } }), undefined);
  });

  it('is dropped after few reads, however many members it has', () => {
    let reads = 0;
    const many = new Proxy(
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`CODE_${index}`, ''])),
      { get: (target, name) => (reads++, Reflect.get(target, name) as unknown) },
    );
    for (const message of [
      many,
      { ...SETTINGS, settings: many },
      { ...SETTINGS, words: many },
      { ...SETTINGS, words: { ...SETTINGS.words, codes: many } },
      { ...SETTINGS, look: { ...SETTINGS.look, theme: many } },
      { kind: 'grant', grant: many },
    ])
      assert.equal(readFromHost(message), undefined);
    assert.ok(reads < 50, `${reads} reads`);
  });

  for (const [side, read, valid, others] of [
    ['frame', readFromHost, FROM_HOST, FROM_FRAME],
    ['host', readFromFrame, FROM_FRAME, FROM_HOST],
  ] as const) {
    it(`is dropped by the ${side} page if any part of it is invalid`, () => {
      for (const message of valid)
        for (const [change, wrong] of withOneFault(message))
          assert.equal(read(posted(wrong)), undefined, `${message.kind}: ${change}`);
    });

    it(`is dropped by the ${side} page if it is something else`, () => {
      for (const message of valid)
        for (const wrong of [
          ...[JSON.stringify(message), [message], { data: message }, { 0: message, length: 1 }],
          new Map(Object.entries(message)),
        ])
          assert.equal(read(posted(wrong)), undefined, message.kind);
      for (const wrong of [...others, HELLO, ...WRONG, ...TOO_MUCH])
        assert.equal(read(posted(wrong)), undefined);
      const anything = fc.anything({ withBigInt: true, withMap: true, withSparseArray: true });
      fc.assert(
        fc.property(anything, (value) => assert.equal(read(posted(value)), undefined)),
        { ...FUZZ, numRuns: NUM_RUNS },
      );
    });
  }
});

function nested(depth: number): unknown {
  let value: unknown = 4n;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { kind: value };
  return value;
}

const CYCLE: unknown[] = [];
CYCLE.push(CYCLE);

/** Values that are invalid in every place. */
const WRONG: readonly unknown[] = [
  ...[4n, NaN, Infinity, new Date(0), /x/, new ArrayBuffer(4), new Map([['name', '']])],
  ...[new Array(1), [7], [{}], [['new']], { toString: null }, { toJSON: 1 }, { kind: 4n }],
  'x'.repeat(LONGEST + 1),
];

/** More of them, that are nested deeply or have too many members. */
const TOO_MUCH: readonly unknown[] = [
  ...[nested(1_000), CYCLE, new Array(4_000_000_000)],
  Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`name_${index}`, index])),
];

/** Members that some messages may have and others must have. */
const OPTIONAL =
  /^(requestId|rateLimit|retryAfter|asOf|count|complexity|cost|remaining|limit|attribute|detail|bin|last4|cause|epoch|problem|codes)$/;

/** Groups of texts. A group may have members of any name. */
const GROUP = /^(newPinProblems|confirmationProblems|codes|outcomes|theme)$/;

/** Members with a fixed list of texts. */
const CHOICE = /^(kind|dir|scheme|direction|phase|field|problem|cause)$/;

/** Yields copies of a message, each with one fault, and what the fault is. */
function* withOneFault(message: object): Generator<readonly [change: string, wrong: unknown]> {
  const root = { message };
  for (const path of pathsIn(root)) {
    const name = path.at(-1)!;
    const isInGroup = path.some((each) => GROUP.test(each)) && !GROUP.test(name);
    const old = path.reduce<unknown>((value, key) => Reflect.get(value as object, key), root);
    const change = (what: string, edit: (owner: object) => void): [string, unknown] => {
      const copy = structuredClone(root);
      edit(path.slice(0, -1).reduce<object>((value, key) => Reflect.get(value, key), copy));
      return [`${path.slice(1).join('.')} ${what}`, copy.message];
    };
    const set = (what: string, value: unknown) => change(what, (owner) => put(owner, name, value));
    for (const value of WRONG) yield set('replaced', value);
    if (typeof old !== 'object') yield set('of another type', typeof old === 'string' ? 7 : 'x');
    if (typeof old === 'string' && CHOICE.test(name)) yield set('of another kind', `${old}x`);
    if (!isInGroup && !OPTIONAL.test(name) && !/^\d+$|^message$/.test(name))
      yield change('removed', (owner) => Reflect.deleteProperty(owner, name));
    if (typeof old === 'object' && !Array.isArray(old))
      for (const added of ['extra', 'toString', '__proto__', 'constructor'])
        yield change(`with ${added}`, (owner) => put(Reflect.get(owner, name), added, 7));
  }
}

/** Returns the paths of all members of an object, at any depth. */
function pathsIn(owner: object): string[][] {
  return Object.entries(owner).flatMap(([name, value]) => [
    [name],
    ...(typeof value === 'object' && value !== null
      ? pathsIn(value).map((path) => [name, ...path])
      : []),
  ]);
}

/** Defines a property, as `structuredClone` does: `__proto__` is an ordinary name. */
function put(owner: object, name: string, value: unknown): void {
  const attributes = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(owner, name, { value, ...attributes });
}
