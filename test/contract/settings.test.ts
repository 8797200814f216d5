import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings } from '../../src/contract/settings.js';
import { SETTINGS } from '../form/settings.js';

const read = (given: object) => readSettings({ ...SETTINGS, ...given });

describe('readSettings', () => {
  // `test/isolated/messages.test.ts` reads valid settings.
  it('uses the defaults if a framework sets undefined or null', () => {
    for (const nullish of [undefined, null]) {
      const nothing = { pinLength: nullish, pinRules: nullish, idempotencyKey: nullish };
      const { pinLength, pinRules, idempotencyKey, mistake } = read(nothing);
      assert.deepEqual([pinLength, pinRules], [4, 'repeated sequence']);
      assert.deepEqual([idempotencyKey, mistake], ['String!', undefined]);
    }
  });

  it('accepts a length as text, and ignores an unknown flow', () => {
    const { pinLength, flow } = read({ pinLength: '6', flow: 'steps' });
    assert.deepEqual([pinLength, flow, read({ flow: 'Steps' }).flow], [6, 'steps', '']);
  });

  it("accepts only 'none' or a GraphQL type name as idempotencyKey, because the value becomes part of the document", () => {
    for (const idempotencyKey of ['none', 'String', 'UUID!', '_Key2!'])
      assert.equal(read({ idempotencyKey }).mistake, undefined);
    for (const idempotencyKey of [
      'String!) { other: deleteCard(input: $input) { __typename } ping #',
      ...['String! = "4826"', '$input', 'String!!', 'String!\n', ' String!', '[String!]', '2', '!'],
      ...['', true],
    ]) {
      const settings = read({ idempotencyKey });
      assert.equal(settings.mistake?.attribute, 'idempotency-key');
      assert.equal(settings.idempotencyKey, 'String!');
    }
  });

  for (const [attribute, mistake] of [
    ['endpoint', { endpoint: undefined, cardId: '' }],
    ['card-id', { cardId: '' }],
    ['card-id', { cardId: ' card_1' }],
    ['pin-length', { pinLength: 13 }],
    ['pin-length', { pinLength: '4.5' }],
    ['pin-rules', { pinRules: 'birthday' }],
  ] as const)
    it(`names the attribute of the first mistake: ${JSON.stringify(mistake)}`, () => {
      const found = read(mistake).mistake;
      assert.equal(found?.attribute, attribute);
      assert.match(found.explanation, new RegExp(`^${attribute} `));
    });

  it('reports values of the wrong type, and replaces them with values that a form can use', () => {
    const throwing = { toJSON: () => assert.fail(), toString: null };
    const values = [new URL('https://a.example'), [4], 10n ** 20n, Symbol(), NaN, throwing];
    for (const name of ['endpoint', 'cardId', 'pinLength', 'pinRules', 'idempotencyKey'])
      for (const value of values) {
        const settings = read({ [name]: value });
        assert.equal(settings.mistake?.kind, 'misconfigured');
        assert.equal(typeof Reflect.get(settings, name), typeof Reflect.get(read({}), name));
      }
  });
});
