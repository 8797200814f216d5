import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type Sandbox } from '../../../src/node/sandbox/sandbox.js';
import { PIN, SandboxClient } from './sandbox-client.js';

describe('the control functions of a sandbox', () => {
  let sandbox: Sandbox;
  let client: SandboxClient;
  before(async () => {
    sandbox = await startSandbox({ port: 0 });
    client = new SandboxClient(sandbox);
  });
  after(() => sandbox.close());

  it('create a card, and say whether its PIN is set', async () => {
    const { control } = sandbox;
    const { id, behaviour, pinSet } = await control.createCard('accepted');
    assert.deepEqual({ behaviour, pinSet }, { behaviour: 'accepted', pinSet: false });
    await client.setPin(id);
    assert.equal((await control.card(id)).timesSet, 1);
    assert.deepEqual(await Promise.all([PIN, '1111'].map((pin) => control.hasPin(id, pin))), [
      true,
      false,
    ]);
    assert.ok((await control.cards()).some((card) => card.id === id && card.pinSet));
  });

  it('script the answers to the next attempts, and hold and release them', async () => {
    const { control } = sandbox;
    const { id } = await control.createCard('accepted');
    assert.equal((await control.scriptAnswers(id, [{ status: 503 }])).answersLeft, 1);
    assert.equal((await client.setPin(id)).status, 503);
    assert.equal((await control.delayAnswers(id, null)).answerDelay, null);
    const held = client.setPin(id);
    await client.waitForPin(id);
    await control.delayAnswers(id, 0);
    assert.equal((await held).status, 200);
  });

  it('list the requests and forget them, move the clock, resize budgets and reset all', async () => {
    const { control } = sandbox;
    await control.clearRequests();
    await client.post({ query: '{ ping }' });
    const [{ request, response }] = (await control.requests()) as [
      Awaited<ReturnType<typeof control.requests>>[number],
    ];
    assert.deepEqual([request.method, response?.status], ['POST', 200]);

    assert.equal((await control.advanceClock(900)).advancedSeconds, 900);
    assert.deepEqual(await control.limitRate({ count: 0 }), { count: 0, complexity: 10_000 });
    assert.equal((await client.post({ query: '{ ping }' })).status, 429);
    await control.reset();
    assert.equal((await control.clock()).advancedSeconds, 0);
    assert.deepEqual(await control.requests(), []);
    assert.equal((await client.post({ query: '{ ping }' })).status, 200);
  });

  it('reject with the reason if a card is unknown or a value is out of range', async () => {
    const { control } = sandbox;
    await assert.rejects(control.card('card/../x'), /GET \/cards\/card%2F\.\.%2Fx: Unknown route/);
    await assert.rejects(control.hasPin('card_x', PIN), (error: Error) => {
      assert.match(
        error.message,
        /^The sandbox refused POST \/cards\/card_x\/verify: Unknown card/,
      );
      assert.ok(!error.message.includes(PIN));
      return true;
    });
    await assert.rejects(control.delayAnswers('card_test_accepted', -1), /milliseconds must be/);
    await assert.rejects(
      control.scriptAnswers('card_test_accepted', [{ status: 99 }]),
      /answers\[0\]\.status must be a whole number/,
    );
  });
});
