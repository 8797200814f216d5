import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readFromHost, readHello } from '../../src/isolated/page/from-host.js';
import type { Target } from '../../src/form/settings.js';
import type { FromHost } from '../../src/isolated/protocol.js';
import '../../src/locales/ar.js';
import { wordsFor } from '../../src/messages/words.js';
import { PIN_RULES } from '../../src/pin/rule-names.js';
import { cases, FUZZ } from '../support/fuzz.js';
import { FROM_HOST, HELLO, settingsMessage } from './valid-messages.js';

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
    const hello = { kind: 'set-card-pin', version: 7 };
    assert.deepEqual(readHello(hello), hello);
  });

  it('has valid settings: each rule at most once', () => {
    assert.ok(readFromHost(withSettings({ rules: PIN_RULES })));
    for (const settings of [{ length: 3 }, { rules: ['birthday'] }, { rules: ['year', 'year'] }])
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

  it('is dropped by the frame page if any part of it is invalid', () => {
    for (const [change, wrong] of withOneFault(HELLO))
      assert.equal(readHello(posted(wrong)), undefined, `hello: ${change}`);
    for (const message of FROM_HOST)
      for (const [change, wrong] of withOneFault(message))
        assert.equal(readFromHost(posted(wrong)), undefined, `${message.kind}: ${change}`);
  });

  it('is dropped by the frame page if it is something else', () => {
    for (const message of FROM_HOST)
      for (const wrong of [
        ...[JSON.stringify(message), [message], { data: message }, { 0: message, length: 1 }],
        new Map(Object.entries(message)),
      ])
        assert.equal(readFromHost(posted(wrong)), undefined, message.kind);
    for (const wrong of [HELLO, ...WRONG]) assert.equal(readFromHost(posted(wrong)), undefined);
    const anything = fc.anything({ withBigInt: true, withMap: true, withSparseArray: true });
    fc.assert(
      fc.property(anything, (value) => assert.equal(readFromHost(posted(value)), undefined)),
      { ...FUZZ, numRuns: NUM_RUNS },
    );
  });
});

/** Values that are invalid in every place. */
const WRONG: readonly unknown[] = [
  ...[4n, NaN, Infinity, new Date(0), /x/, new ArrayBuffer(4), new Map([['name', '']])],
  ...[new Array(1), [7], [{}], [['new']], { toString: null }, { toJSON: 1 }, { kind: 4n }],
];

/** Groups of texts. A group may have members of any name. */
const GROUP = /^(newPinProblems|confirmationProblems|codes|outcomes|theme)$/;

/** Members with a fixed list of texts. */
const CHOICE = /^(kind|dir|scheme|direction)$/;

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
    if (!isInGroup && !/^\d+$|^message$/.test(name))
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
