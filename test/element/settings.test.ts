import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings } from '../../src/element/settings.js';

const VALID = {
  endpoint: 'https://api.example.com/graphql',
  cardId: 'card_1',
  pinLength: 4,
  pinRules: 'repeated',
  noConfirm: false,
  flow: '',
  idempotencyKey: 'String!',
  getClientToken: undefined,
  disabled: false,
};

const read = (given: object) => readSettings({ ...VALID, ...given }, false);

describe('the settings', () => {
  it('are read if all are valid', () => {
    assert.deepEqual(read({}), {
      length: 4,
      rules: ['repeated'],
      confirms: true,
      steps: false,
      disabled: false,
      target: { endpoint: VALID.endpoint, cardId: 'card_1', keyType: 'String!' },
    });
  });

  it('have their defaults if a framework sets undefined or null', () => {
    for (const nullish of [undefined, null]) {
      const nothing = { pinLength: nullish, pinRules: nullish, idempotencyKey: nullish };
      const { length, rules, target } = read(nothing);
      assert.deepEqual([length, rules], [4, ['repeated', 'sequence']]);
      assert.deepEqual(target, read({}).target);
    }
  });

  it('have a length that is written as text, steps for the flow of this name, and no key type for none', () => {
    assert.equal(read({ pinLength: '6' }).length, 6);
    assert.equal(read({ flow: 'steps' }).steps, true);
    assert.equal(read({ flow: 'Steps' }).steps, false);
    assert.equal(read({ flow: 'steps', noConfirm: true }).steps, false);
    for (const [idempotencyKey, keyType] of [
      ['none', ''],
      ['_Key!', '_Key!'],
    ])
      assert.equal(Reflect.get(read({ idempotencyKey }).target, 'keyType'), keyType);
  });

  for (const [attribute, mistake] of [
    ['endpoint', { endpoint: undefined, cardId: '' }],
    ['card-id', { cardId: '' }],
    ['card-id', { cardId: ' card_1' }],
    ['pin-length', { pinLength: 13 }],
    ['pin-length', { pinLength: '4.5' }],
    ['pin-rules', { pinRules: 'birthday' }],
    ['pin-rules', { pinRules: ['repeated'] }],
    ['getClientToken', { getClientToken: 'fetchClientToken' }],
    ['idempotency-key', { idempotencyKey: 'String! = ""' }],
    ['idempotency-key', { idempotencyKey: true }],
  ] as const)
    it(`name the attribute of the first mistake: ${JSON.stringify(mistake)}`, () => {
      const { target } = read(mistake);
      assert.ok('kind' in target);
      assert.equal(target.attribute, attribute);
      assert.match(target.explanation, new RegExp(`^${attribute} `));
    });

  it('name a mistake for values of other types', () => {
    const throwing = { toJSON: () => assert.fail() };
    for (const name of ['endpoint', 'cardId', 'pinLength', 'pinRules'])
      for (const value of [new URL('https://a.example'), [4], 10n ** 20n, Symbol(), NaN, throwing])
        assert.equal(Reflect.get(read({ [name]: value }).target, 'kind'), 'misconfigured');
  });
});
