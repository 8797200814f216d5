import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { GENERATE_TOKEN, useSandbox, type Reply } from './sandbox-client.js';

describe('the sandbox, given an IdempotencyKey,', () => {
  const sandbox = useSandbox();
  const payloadOf = ({ json }: Reply) => json.data.setPinForPaymentCard;

  it('repeats the first answer and executes nothing', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    const first = await sandbox().setPin(id, { key, pin: '7391' });
    const second = await sandbox().setPin(id, { key, pin: '7391' });
    assert.deepEqual(payloadOf(second), payloadOf(first));
    assert.notEqual(first.json.extensions.requestId, second.json.extensions.requestId);
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });

  it('executes again with another key, and without a key', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().setPin(id, { key: randomUUID() });
    await sandbox().setPin(id, { key: randomUUID() });
    await sandbox().setPin(id);
    await sandbox().setPin(id);
    assert.equal((await sandbox().state(id)).timesSet, 4);
  });

  it('repeats a rejection too', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    const first = await sandbox().setPin(id, { key, pin: '12' });
    const second = await sandbox().setPin(id, { key, pin: '12' });
    assert.equal(payloadOf(first).errors[0].code, 'INVALID_PIN');
    assert.deepEqual(payloadOf(second), payloadOf(first));
    assert.equal((await sandbox().state(id)).pinSet, false);
  });

  it('executes two overlapping requests once', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    const [first, second] = await Promise.all([
      sandbox().setPin(id, { key }),
      sandbox().setPin(id, { key }),
    ]);
    assert.deepEqual(payloadOf(first), payloadOf(second));
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });

  it('refuses it with 400 if it was used with another PIN, and executes nothing', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    const first = await sandbox().setPin(id, { key, pin: '7391' });
    const other = await sandbox().setPin(id, { key, pin: '7392' });
    assert.equal(other.status, 400);
    assert.equal(other.json.data, null);
    assert.match(other.json.errors[0].message, /IdempotencyKey/);
    assert.deepEqual(other.json.errors[0].errorPath, ['setPinForPaymentCard']);
    assert.ok(other.json.extensions.requestId);
    assert.equal((await sandbox().state(id)).timesSet, 1);
    assert.equal(await sandbox().matches(id, '7391'), true);
    // The first answer is still stored for a repeated first request.
    const again = await sandbox().setPin(id, { key, pin: '7391' });
    assert.deepEqual(payloadOf(again), payloadOf(first));
  });

  it('refuses it with 400 if it is not a UUID, and executes nothing', async () => {
    const { id } = await sandbox().card('accepted');
    for (const key of ['1', 'a-key', `${randomUUID()}0`, randomUUID().replaceAll('-', '')]) {
      const { status, json } = await sandbox().setPin(id, { key });
      assert.equal(status, 400, key);
      assert.match(json.errors[0].message, /UUID/);
    }
    assert.equal((await sandbox().state(id)).pinSet, false);
    assert.equal((await sandbox().setPin(id, { key: randomUUID().toUpperCase() })).status, 200);
  });

  it('refuses it with an error of its field if another field was executed', async () => {
    const { id } = await sandbox().card('accepted');
    const query = `mutation ($input: SetPinForPaymentCardInput!) {
      a: setPinForPaymentCard(input: $input, IdempotencyKey: "${randomUUID()}") { __typename }
      b: setPinForPaymentCard(input: $input, IdempotencyKey: "b") { __typename }
    }`;
    const variables = { input: { paymentCardId: id, newPin: '7391' } };
    const authorization = await sandbox().bearer(id);
    const { status, json } = await sandbox().post({ query, variables }, { authorization });
    assert.equal(status, 200);
    assert.deepEqual(json.data, { a: { __typename: 'PaymentCard' }, b: null });
    assert.deepEqual(json.errors[0].errorPath, ['b']);
  });

  it('does not apply it to another card', async () => {
    const one = await sandbox().card('accepted');
    const other = await sandbox().card('accepted');
    const key = randomUUID();
    await sandbox().setPin(one.id, { key });
    assert.equal(payloadOf(await sandbox().setPin(other.id, { key })).id, other.id);
    assert.equal((await sandbox().state(other.id)).timesSet, 1);
  });

  it('repeats a client token too, and refuses its key with other permissions', async () => {
    const { id } = await sandbox().card('accepted');
    const generate = async (key: string, permissions: readonly string[]) =>
      sandbox().post({
        query: GENERATE_TOKEN.replace(
          '(input: $input)',
          `(input: $input, IdempotencyKey: "${key}")`,
        ),
        variables: { input: { paymentCardId: id, permissions } },
      });
    const tokenOf = ({ json }: Reply) => json.data.generatePaymentCardClientToken;
    const key = randomUUID();
    const first = tokenOf(await generate(key, ['SET_PAYMENT_CARD_PIN']));
    assert.equal(first.__typename, 'ClientToken');
    assert.deepEqual(tokenOf(await generate(key, ['SET_PAYMENT_CARD_PIN'])), first);
    const other = await generate(key, []);
    assert.equal(other.status, 400);
    assert.deepEqual(other.json.errors[0].errorPath, ['generatePaymentCardClientToken']);
    assert.notEqual(tokenOf(await generate(randomUUID(), [])).value, first.value);
    assert.equal((await generate('x', [])).status, 400);
    // The two mutations have separate keys.
    const authorization = `Bearer ${first.value}`;
    const set = await sandbox().setPin(id, { key, authorization });
    assert.equal(payloadOf(set).__typename, 'PaymentCard');
  });

  it('returns no stored answer to a caller who may not set the PIN', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    await sandbox().setPin(id, { key });
    const authorization = await sandbox().bearer(id, []);
    const denied = await sandbox().setPin(id, { key, authorization });
    assert.equal(payloadOf(denied).__typename, 'AccessDeniedError');
  });
});
