import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { GENERATE_TOKEN, useSandbox, type Reply } from './sandbox-client.js';

describe('the sandbox, given an IdempotencyKey,', () => {
  const sandbox = useSandbox();
  const payloadOf = ({ json }: Reply) => json.data.setPinForPaymentCard;
  const newCard = async () => (await sandbox().card('accepted')).id;
  const timesSet = async (id: string) => (await sandbox().state(id)).timesSet;

  for (const [title, pin, executions] of [
    ['first answer', '7391', 1],
    ['rejection', '12', 0],
  ] as const)
    it(`repeats the ${title} to overlapping and later requests, and executes once`, async () => {
      const id = await newCard();
      const options = { key: randomUUID(), pin };
      const [first, other] = await Promise.all([
        sandbox().setPin(id, options),
        sandbox().setPin(id, options),
      ]);
      const last = await sandbox().setPin(id, options);
      assert.deepEqual(payloadOf(first).errors?.[0].code, executions ? undefined : 'INVALID_PIN');
      for (const reply of [other, last]) assert.deepEqual(payloadOf(reply), payloadOf(first));
      assert.equal(await timesSet(id), executions);
    });

  it('executes again with another key, without a key, and for another card', async () => {
    const [id, other, key] = [await newCard(), await newCard(), randomUUID()];
    for (const options of [{ key }, { key: randomUUID() }, {}, {}])
      await sandbox().setPin(id, options);
    assert.equal(await timesSet(id), 4);
    assert.equal(payloadOf(await sandbox().setPin(other, { key })).id, other);
    assert.equal(await timesSet(other), 1);
  });

  it('refuses it with 400 if it was used with another PIN, and executes nothing', async () => {
    const [id, key] = [await newCard(), randomUUID()];
    const first = await sandbox().setPin(id, { key, pin: '7391' });
    const { status, json } = await sandbox().setPin(id, { key, pin: '7392' });
    assert.equal(status, 400);
    assert.equal(json.data, null);
    assert.match(json.errors[0].message, /IdempotencyKey/);
    assert.deepEqual(json.errors[0].errorPath, ['setPinForPaymentCard']);
    assert.equal(await sandbox().matches(id, '7391'), true);
    const again = await sandbox().setPin(id, { key, pin: '7391' });
    assert.deepEqual(payloadOf(again), payloadOf(first));
  });

  it('refuses it with 400 if it is not a UUID, and executes nothing', async () => {
    const id = await newCard();
    for (const key of ['1', `${randomUUID()}0`, randomUUID().replaceAll('-', '')]) {
      const { status, json } = await sandbox().setPin(id, { key });
      assert.equal(status, 400, key);
      assert.match(json.errors[0].message, /UUID/);
    }
    assert.equal(await timesSet(id), 0);
    assert.equal((await sandbox().setPin(id, { key: randomUUID().toUpperCase() })).status, 200);
  });

  it('refuses it with an error of its field if another field was executed', async () => {
    const id = await newCard();
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

  it('repeats a client token too, and refuses its key with other permissions', async () => {
    const [id, key] = [await newCard(), randomUUID()];
    const generate = async (permissions: readonly string[]) =>
      sandbox().post({
        query: GENERATE_TOKEN.replace('$input)', `$input, IdempotencyKey: "${key}")`),
        variables: { input: { paymentCardId: id, permissions } },
      });
    const tokenOf = ({ json }: Reply) => json.data.generatePaymentCardClientToken;
    const first = tokenOf(await generate(['SET_PAYMENT_CARD_PIN']));
    assert.equal(first.__typename, 'ClientToken');
    assert.deepEqual(tokenOf(await generate(['SET_PAYMENT_CARD_PIN'])), first);
    const { status, json } = await generate([]);
    assert.equal(status, 400);
    assert.deepEqual(json.errors[0].errorPath, ['generatePaymentCardClientToken']);
    // The two mutations have separate keys.
    const set = await sandbox().setPin(id, { key, authorization: `Bearer ${first.value}` });
    assert.equal(payloadOf(set).__typename, 'PaymentCard');
  });

  it('returns no stored answer to a caller who may not set the PIN', async () => {
    const [id, key] = [await newCard(), randomUUID()];
    await sandbox().setPin(id, { key });
    const denied = await sandbox().setPin(id, { key, authorization: sandbox().basic });
    assert.equal(payloadOf(denied).__typename, 'AccessDeniedError');
  });
});
