import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { useSandbox, type Reply } from './sandbox-client.js';

describe('the sandbox’s IdempotencyKey', () => {
  const sandbox = useSandbox();
  const payloadOf = ({ json }: Reply) => json.data.setPinForPaymentCard;
  const matches = async (id: string, pin: string) =>
    (await sandbox().control('POST', `/cards/${id}/verify`, { pin })).json.matches;

  it('gives the first answer again and executes nothing (transport 1.8)', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    const first = await sandbox().setPin(id, { key, pin: '7391' });
    const second = await sandbox().setPin(id, { key, pin: '7391' });
    assert.deepEqual(payloadOf(second), payloadOf(first));
    assert.notEqual(first.json.extensions.requestId, second.json.extensions.requestId);
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });

  it('executes again under another key, and under none', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().setPin(id, { key: randomUUID() });
    await sandbox().setPin(id, { key: randomUUID() });
    await sandbox().setPin(id);
    await sandbox().setPin(id);
    assert.equal((await sandbox().state(id)).timesSet, 4);
  });

  it('gives a rejection again too', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    const first = await sandbox().setPin(id, { key, pin: '12' });
    const second = await sandbox().setPin(id, { key, pin: '7391' });
    assert.equal(payloadOf(first).errors[0].code, 'INVALID_PIN');
    assert.deepEqual(payloadOf(second), payloadOf(first));
    assert.equal((await sandbox().state(id)).pinSet, false);
  });

  it('keeps no 401, 429 or 503: the next attempt under the key is executed (transport S.12)', async () => {
    for (const behaviour of [
      'token-refused-once',
      'rate-limited-once',
      'unavailable-once',
    ] as const) {
      const { id } = await sandbox().card(behaviour);
      const key = randomUUID();
      assert.notEqual((await sandbox().setPin(id, { key })).status, 200);
      assert.equal(payloadOf(await sandbox().setPin(id, { key })).__typename, 'PaymentCard');
      assert.equal((await sandbox().state(id)).timesSet, 1);
    }
  });

  it('keeps no 500 (transport S.12)', async () => {
    const { id } = await sandbox().card('server-error-always');
    const key = randomUUID();
    assert.equal((await sandbox().setPin(id, { key })).status, 500);
    assert.equal((await sandbox().setPin(id, { key })).status, 500);
  });

  it('gives the answer that was lost, sets the PIN once, and the card goes back to its start (transport 1.8)', async () => {
    const { id } = await sandbox().card('answer-lost-once');
    const key = randomUUID();
    await assert.rejects(sandbox().setPin(id, { key, pin: '7391' }));
    const again = await sandbox().setPin(id, { key, pin: '7391' });
    assert.equal(payloadOf(again).__typename, 'PaymentCard');
    assert.equal((await sandbox().state(id)).timesSet, 1);
    assert.equal(await matches(id, '7391'), true);
    await assert.rejects(sandbox().setPin(id));
  });

  it('is executed once when two requests with it overlap (transport 1.8)', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    const [first, second] = await Promise.all([
      sandbox().setPin(id, { key }),
      sandbox().setPin(id, { key }),
    ]);
    assert.deepEqual(payloadOf(first), payloadOf(second));
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });

  it('says nothing about another card (transport S.12)', async () => {
    const one = await sandbox().card('accepted');
    const other = await sandbox().card('accepted');
    const key = randomUUID();
    await sandbox().setPin(one.id, { key });
    assert.equal(payloadOf(await sandbox().setPin(other.id, { key })).id, other.id);
    assert.equal((await sandbox().state(other.id)).timesSet, 1);
  });

  it('gives no answer to a caller who may not set the PIN', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    await sandbox().setPin(id, { key });
    const authorization = await sandbox().bearer(id, []);
    const denied = await sandbox().setPin(id, { key, authorization });
    assert.equal(payloadOf(denied).__typename, 'AccessDeniedError');
  });
});
