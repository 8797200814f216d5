import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { SET_PIN, useSandbox, type Reply } from '../../support/sandbox-client.js';

describe('the sandbox, given an IdempotencyKey,', () => {
  const sandbox = useSandbox();
  const payloadOf = ({ json }: Reply) => json.data.setPinForPaymentCard;
  const newCard = async () => (await sandbox().card('accepted')).id;
  const timesSet = async (id: string) => (await sandbox().state(id)).timesSet;

  it('repeats a rejection like any other response, but not for another card', async () => {
    const [id, other, key] = [await newCard(), await newCard(), randomUUID()];
    const attempts = [1, 2].map(() => sandbox().setPin(id, { key, pin: '12' }));
    const [first, second] = (await Promise.all(attempts)).map(payloadOf);
    assert.equal(first.errors[0].code, 'INVALID_PIN');
    assert.deepEqual(second, first);
    assert.equal(payloadOf(await sandbox().setPin(other, { key })).id, other);
  });

  it('executes once for each key, and rejects the key with 400 for another PIN', async () => {
    const [id, key] = [await newCard(), randomUUID()];
    const first = await sandbox().setPin(id, { key, pin: '7391' });
    const { status, json } = await sandbox().setPin(id, { key, pin: '7392' });
    assert.equal(status, 400);
    assert.match(json.errors[0].message, /IdempotencyKey/);
    assert.deepEqual(json.errors[0].errorPath, ['setPinForPaymentCard']);
    assert.equal(await sandbox().matches(id, '7391'), true);
    assert.equal(await sandbox().matches(id, '7392'), false);
    const again = await sandbox().setPin(id, { key, pin: '7391' });
    assert.deepEqual(payloadOf(again), payloadOf(first));
    assert.equal(await timesSet(id), 1);
  });

  it('rejects the key with 400 if it is not a UUID, and executes nothing', async () => {
    const id = await newCard();
    for (const key of ['1', `${randomUUID()}0`, randomUUID().replaceAll('-', '')]) {
      const { status, json } = await sandbox().setPin(id, { key });
      assert.equal(status, 400, key);
      assert.match(json.errors[0].message, /UUID/);
    }
    assert.equal(await timesSet(id), 0);
    assert.equal((await sandbox().setPin(id, { key: randomUUID().toUpperCase() })).status, 200);
  });

  it('doesn’t return a stored response to a caller who may not set the PIN', async () => {
    const [id, key] = [await newCard(), randomUUID()];
    await sandbox().setPin(id, { key });
    const denied = await sandbox().setPin(id, { key, authorization: sandbox().basic });
    assert.equal(payloadOf(denied).__typename, 'AccessDeniedError');
  });
});

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
    for (const pin of ['739', '73912'])
      assert.match((await memberOf(pin)).errors[0].description, /^The issuer does not accept/);
    assert.equal((await memberOf('7391')).__typename, 'PaymentCard');
  });
});
