import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildSchema, parse, validate, type OperationDefinitionNode } from 'graphql';
import { idempotencyKey } from '../../../src/set-pin/idempotency-key.js';
import { setPinOperation } from '../../../src/set-pin/operation.js';

const SCHEMA = buildSchema(
  readFileSync(new URL('../../../demo/sandbox/schema.graphql', import.meta.url), 'utf8'),
);

describe('operation', () => {
  it('is valid in the service’s schema, with the idempotency key and without', () => {
    for (const key of ['key', undefined]) {
      const { query } = setPinOperation('card_1', '4826', key);
      assert.deepEqual(validate(SCHEMA, parse(query)), []);
    }
  });

  it('is one mutation with a name in PascalCase', () => {
    const { definitions } = parse(setPinOperation('card_1', '4826', 'key').query);
    assert.equal(definitions.length, 1);
    const { operation, name } = definitions[0] as OperationDefinitionNode;
    assert.equal(operation, 'mutation');
    assert.equal(name?.value, 'SetPinForPaymentCard');
  });

  it('has PIN and key as variables, never in its text', () => {
    const { query, variables } = setPinOperation('card_1', '0482', 'a-key');
    assert.deepEqual(variables, {
      input: { paymentCardId: 'card_1', newPin: '0482' },
      IdempotencyKey: 'a-key',
    });
    for (const secret of ['0482', 'a-key', 'card_1']) assert.ok(!query.includes(secret));
  });

  it('names the key nowhere when there is none', () => {
    const { query, variables } = setPinOperation('card_1', '4826', undefined);
    assert.ok(!query.includes('IdempotencyKey'));
    assert.deepEqual(Object.keys(variables), ['input']);
  });
});

describe('idempotency-key', () => {
  it('is a UUID of version 4, another one each time', () => {
    const keys = Array.from({ length: 1000 }, idempotencyKey);
    for (const key of keys)
      assert.match(key, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.equal(new Set(keys).size, 1000);
  });

  it('uses every digit in every place that is random', () => {
    const keys = Array.from({ length: 2000 }, idempotencyKey);
    const template = '10000000-1000-4000-8000-100000000000';
    for (const [at, sign] of [...template].entries()) {
      const seen = new Set(keys.map((key) => key[at])).size;
      assert.equal(seen, { '-': 1, '4': 1, '8': 4 }[sign] ?? 16, `place ${at}`);
    }
  });
});
