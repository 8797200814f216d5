import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { send } from '../http-client.js';
import { readEvents, useSandbox } from './sandbox-client.js';

describe('the sandbox, with hostile clients,', () => {
  const sandbox = useSandbox();

  const openSocket = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(sandbox().sandbox.test.url).port), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const headOf = (length: number) =>
    [
      'POST /graphql HTTP/1.1',
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Authorization: ${sandbox().basic}`,
      `Content-Length: ${length}`,
      '',
      '',
    ].join('\r\n');
  const assertAlive = async () =>
    assert.equal((await sandbox().post({ query: '{ ping }' })).status, 200);

  it('keeps running if clients disconnect during a body, and logs that', async () => {
    await sandbox().control('DELETE', '/requests');
    const head = headOf(1000);
    const stream = await sandbox().openEvents();
    for (let i = 0; i < 20; i += 1) {
      const socket = await openSocket();
      socket.write(`${head}{"query":`, () => socket.destroy());
    }
    await readEvents(stream, 20);
    for (const { request, response } of await sandbox().requests()) {
      assert.equal(request.body, null);
      assert.equal(response, null);
    }
    await assertAlive();
  });

  it('answers five hundred requests at once, each with its own answer', async () => {
    // Node lets the system keep 511 connections that it has not accepted yet.
    const count = 500;
    const { id } = await sandbox().card('accepted');
    const authorization = await sandbox().bearer(id);
    await sandbox().delay(id, null);
    // Don't use `fetch`: it gives up on a connection that a busy machine is slow to accept.
    const reply = async (index: number) => {
      const headers = { 'Content-Type': 'application/json', Authorization: authorization };
      const response = await send(
        sandbox().sandbox.test.url,
        { method: 'POST', agent: false, headers },
        JSON.stringify({
          query: `mutation ($input: SetPinForPaymentCardInput!) {
            answer${index}: setPinForPaymentCard(input: $input) { __typename }
          }`,
          variables: { input: { paymentCardId: id, newPin: String(1000 + index) } },
        }),
      );
      return { status: response.statusCode, json: JSON.parse(await text(response)) };
    };
    const replies = Promise.all(Array.from({ length: count }, (_, index) => reply(index)));
    // All are executed before the first is answered.
    await sandbox().waitForPin(id, count);
    await sandbox().delay(id, 0);
    const ids = new Set<string>();
    for (const [index, { status, json }] of (await replies).entries()) {
      assert.equal(status, 200);
      assert.deepEqual(json.data, { [`answer${index}`]: { __typename: 'PaymentCard' } });
      ids.add(json.extensions.requestId);
    }
    assert.equal(ids.size, count);
  });

  it('answers JSON that is nested extremely deeply', async () => {
    const query = 'query ($a: [String]) { ping }';
    for (const depth of [1000, 30_000]) {
      const body = `{"query":"${query}","variables":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
      const { status } = await sandbox().post(body);
      assert.ok(status === 200 || status === 400, String(status));
    }
    await assertAlive();
  });
});
