import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { idempotencyKey } from '../../src/form/submission.js';
import { setPinOperation } from '../../src/set-pin/operation.js';
import { OPERATIONS_PAGE, operationsPage } from '../../tools/build/operations-page.js';

describe('the operation', () => {
  for (const [name, keyType, declared, passed] of [
    ['a key', 'UUID!', ', $IdempotencyKey: UUID!', ', IdempotencyKey: $IdempotencyKey'],
    ['no key', undefined, '', ''],
  ] as const)
    it(`is one fixed document with ${name}, and passes its values as variables`, () => {
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
      const operation = setPinOperation('0482', { paymentCardId: 'card_1', keyType }, 'a-key');
      assert.deepEqual(operation, { field, query, variables, keyed });
    });

  it('is listed on the page of operations to register', async () => {
    const page = readFileSync(OPERATIONS_PAGE, 'utf8');
    assert.equal(page, await operationsPage(), 'Run npm run build, and say so in CHANGELOG.md.');
  });
});

describe('an idempotency key', () => {
  it('is a version 4 UUID that can have every digit in every random position', () => {
    const keys = Array.from({ length: 2000 }, idempotencyKey);
    const template = '10000000-1000-4000-8000-100000000000';
    for (const [at, character] of [...template].entries()) {
      const found = [...new Set(keys.map((key) => key[at]))].sort().join('');
      const expected = { '-': '-', '4': '4', '8': '89ab' }[character] ?? '0123456789abcdef';
      assert.equal(found, expected, `position ${at}`);
    }
    assert.equal(new Set(keys).size, keys.length);
  });
});
