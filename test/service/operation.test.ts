import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { idempotencyKey } from '../../src/form/submission.js';
import { clientTokenOperation } from '../../src/node/server/client-token-operation.js';
import { setPinOperation } from '../../src/set-pin/operation.js';

const target = { paymentCardId: 'card_1', keyType: 'String!' };

it('docs/registered-operations.md lists the documents that are sent', () => {
  const page = readFileSync('docs/registered-operations.md', 'utf8');
  const keyless = setPinOperation('4826', { ...target, keyType: undefined }, 'a-key');
  const { query, variables } = setPinOperation('0482', target, 'a-key');
  for (const document of [query, keyless.query, clientTokenOperation('card_1').document])
    assert.ok(
      page.includes(`\`\`\`graphql\n${document}\n\`\`\``),
      `Write it into the page, and report the change in CHANGELOG.md: ${document}`,
    );
  const input = { paymentCardId: 'card_1', newPin: '0482' };
  assert.deepEqual(variables, { input, IdempotencyKey: 'a-key' });
});

it('an idempotency key is a version 4 UUID that can have every digit in every random position', () => {
  const keys = Array.from({ length: 2000 }, idempotencyKey);
  const template = '10000000-1000-4000-8000-100000000000';
  for (const [at, character] of [...template].entries()) {
    const found = [...new Set(keys.map((key) => key[at]))].sort().join('');
    const expected = { '-': '-', '4': '4', '8': '89ab' }[character] ?? '0123456789abcdef';
    assert.equal(found, expected, `position ${at}`);
  }
  assert.equal(new Set(keys).size, keys.length);
});
