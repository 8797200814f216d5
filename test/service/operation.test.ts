import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildSchema, parse, validate } from 'graphql';
import { idempotencyKey } from '../../src/service/idempotency-key.js';
import { setPinOperation } from '../../src/set-pin/operation.js';

const SCHEMA = readFileSync('src/node/sandbox/schema.graphql', 'utf8');

const operation = (keyType: string | undefined) =>
  setPinOperation('0482', { paymentCardId: 'card_1', keyType }, 'a-key');

describe('the operation', () => {
  for (const [name, keyType, declared, passed] of [
    ['a key', 'String!', ', $IdempotencyKey: String!', ', IdempotencyKey: $IdempotencyKey'],
    [
      'a key of another type',
      'UUID',
      ', $IdempotencyKey: UUID',
      ', IdempotencyKey: $IdempotencyKey',
    ],
    ['no key', undefined, '', ''],
  ] as const)
    it(`is one fixed document with ${name}, and has the PIN and the key as variables`, () => {
      const query = `mutation SetPinForPaymentCard($input: SetPinForPaymentCardInput!${declared}) {
  setPinForPaymentCard(input: $input${passed}) {
    __typename
    ... on PaymentCard { bin last4 id }
    ... on UserError { errors { code } }
  }
}`;
      const input = { paymentCardId: 'card_1', newPin: '0482' };
      const variables = { input, ...(keyType && { IdempotencyKey: 'a-key' }) };
      const keyed = keyType !== undefined;
      const field = 'setPinForPaymentCard';
      assert.deepEqual(operation(keyType), { field, query, variables, keyed });
    });

  it('is valid in the schema of the sandbox, which may require the key', () => {
    for (const [type, keyTypes] of [
      ['String', ['String!', 'String', undefined]],
      ['String!', ['String!']],
      ['ID!', ['ID!']],
    ] as const) {
      const text = SCHEMA.replaceAll('IdempotencyKey: String', `IdempotencyKey: ${type}`);
      const schema = buildSchema(text);
      for (const keyType of keyTypes)
        assert.deepEqual(validate(schema, parse(operation(keyType).query)), []);
    }
  });
});

describe('an idempotency key', () => {
  const keys = Array.from({ length: 2000 }, idempotencyKey);

  it('is a UUID of version 4, and each one differs', () => {
    for (const key of keys)
      assert.match(key, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('has every digit in every random position', () => {
    const template = '10000000-1000-4000-8000-100000000000';
    for (const [at, character] of [...template].entries()) {
      const found = new Set(keys.map((key) => key[at])).size;
      assert.equal(found, { '-': 1, '4': 1, '8': 4 }[character] ?? 16, `position ${at}`);
    }
  });
});
