import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { PIN, SET_PIN, useSandbox } from './sandbox-client.js';

describe('the sandbox with --schema provider', () => {
  const sandbox = useSandbox({ schema: 'provider' });

  it('accepts a PIN of exactly 4 digits, without a key', async () => {
    const { id } = await sandbox().card('accepted');
    const authorization = await sandbox().bearer(id);
    const query = SET_PIN.replace(', $key: String', '')
      .replace(', IdempotencyKey: $key', '')
      .replace('code path', 'description code path');
    assert.equal((await sandbox().setPin(id, { key: randomUUID() })).status, 400);
    const memberOf = async (newPin: string) => {
      const variables = { input: { paymentCardId: id, newPin } };
      const { json } = await sandbox().post({ query, variables }, { authorization });
      return json.data.setPinForPaymentCard;
    };
    for (const pin of ['739', '73912']) {
      const { errors } = await memberOf(pin);
      assert.equal(errors[0].code, 'INVALID_PIN', pin);
      assert.match(errors[0].description, /^The issuer does not accept/);
    }
    assert.equal((await memberOf('7391')).__typename, 'PaymentCard');
  });
});

describe('the sandbox with --schema scalar-key', () => {
  const sandbox = useSandbox({ schema: 'scalar-key' });

  it('accepts only the text of a UUID, declared with its type, as a key', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    const setPin = async (key: unknown, type: string) => {
      const query = SET_PIN.replace('$key: String', `$key: ${type}`);
      const variables = { input: { paymentCardId: id, newPin: PIN }, key };
      return sandbox().post({ query, variables }, { authorization: await sandbox().bearer(id) });
    };
    const refused = await setPin(key, 'String!');
    assert.equal(refused.status, 400);
    assert.match(refused.json.errors[0].message, / used in position expecting type "Idempot/);
    for (const wrong of [1, {}, [key], 'x'])
      assert.equal((await setPin(wrong, 'IdempotencyKey')).status, 400, JSON.stringify(wrong));
    assert.equal((await setPin(key, 'IdempotencyKey!')).status, 200);
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });
});
