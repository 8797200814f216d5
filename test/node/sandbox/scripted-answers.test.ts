import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { send } from '../http-client.js';
import { PIN, SET_PIN, SET_PIN_TWICE, useSandbox, type Reply } from './sandbox-client.js';

describe('the sandbox’s scripted answers', () => {
  const sandbox = useSandbox();
  const member = ({ json }: Reply) => json.data.setPinForPaymentCard.__typename;

  /** Attempts to set a PIN. Returns each answer once its head has arrived, before its body. */
  const attempt = async (cardId: string): Promise<IncomingMessage> => {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: await sandbox().bearer(cardId),
    };
    const variables = { input: { paymentCardId: cardId, newPin: PIN } };
    const body = JSON.stringify({ query: SET_PIN, variables });
    return send(sandbox().sandbox.test.url, { method: 'POST', headers }, body);
  };

  it('are used in order, one by each attempt, until the card behaves as in the table again', async () => {
    const { id } = await sandbox().card('weak-pin');
    await sandbox().answers(id, [{ status: 503 }, { usual: true }, { status: 401 }]);
    assert.equal((await sandbox().state(id)).answersLeft, 3);
    assert.equal((await sandbox().setPin(id)).status, 503);
    assert.equal(member(await sandbox().setPin(id)), 'UserError');
    assert.equal((await sandbox().setPin(id)).status, 401);
    assert.equal((await sandbox().state(id)).answersLeft, 0);
    assert.equal(member(await sandbox().setPin(id)), 'UserError');
  });

  it('are not used up by a denied attempt', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().answers(id, [{ status: 503 }]);
    const denied = await sandbox().setPin(id, { authorization: await sandbox().bearer(id, []) });
    assert.equal(member(denied), 'AccessDeniedError');
    assert.equal((await sandbox().state(id)).answersLeft, 1);
  });

  it('replace those that were left', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().answers(id, [{ status: 503 }, { status: 503 }]);
    await sandbox().answers(id, []);
    assert.equal(member(await sandbox().setPin(id)), 'PaymentCard');
  });

  it('are sent unchanged, and execute nothing by default', async () => {
    const { id } = await sandbox().card('accepted');
    const body = ' [1, "ü"\n';
    await sandbox().answers(id, [{ body }, { body, execute: true }]);
    const replies = [await sandbox().setPin(id).catch(String)];
    assert.equal((await sandbox().state(id)).timesSet, 0);
    replies.push(await sandbox().setPin(id).catch(String));
    assert.equal((await sandbox().state(id)).timesSet, 1);
    // The client of these tests expects JSON.
    for (const reply of replies) assert.match(String(reply), /SyntaxError/);
    const [logged] = (await sandbox().requests()).slice(-1);
    assert.equal(logged?.response?.status, 200);
    assert.equal(logged?.response?.body, ' [••••, "ü"\n');
  });

  it('are JSON that every page may read, unless their headers differ', async () => {
    const { id } = await sandbox().card('accepted');
    const headers = { 'Content-Type': 'text/plain', 'retry-after': '7' };
    await sandbox().answers(id, [{ status: 429 }, { status: 429, headers }]);
    const plain = await sandbox().setPin(id);
    assert.equal(plain.headers.get('content-type'), 'application/json');
    assert.equal(plain.headers.get('access-control-allow-origin'), '*');
    assert.equal(plain.headers.get('retry-after'), null);
    const own = await sandbox().setPin(id);
    assert.equal(own.headers.get('content-type'), 'text/plain');
    assert.equal(own.headers.get('access-control-expose-headers'), 'Retry-After');
    assert.equal(own.headers.get('retry-after'), '7');
  });

  it('have the service’s body by default for an error, and an empty one for a success', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().answers(id, [{ status: 502 }, { status: 200 }, { status: 500, body: '' }]);
    const { json } = await sandbox().setPin(id);
    assert.equal(json.data, null);
    assert.equal(json.errors[0].message, 'Bad Gateway');
    assert.match(json.extensions.requestId, /^[\w-]{36}$/);
    assert.equal((await sandbox().setPin(id)).text, '');
    assert.equal((await sandbox().setPin(id)).text, '');
  });

  it('cut the connection, before or after the PIN is set', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().answers(id, [{ lost: true }, { lost: true, execute: true }]);
    await assert.rejects(sandbox().setPin(id));
    assert.equal((await sandbox().state(id)).timesSet, 0);
    await assert.rejects(sandbox().setPin(id));
    assert.equal((await sandbox().state(id)).timesSet, 1);
    assert.equal((await sandbox().requests()).at(-1)?.response, null);
  });

  it('store the payload of an executed attempt under its key', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    await sandbox().answers(id, [{ status: 500 }, { status: 500, execute: true }]);
    for (const timesSet of [0, 1]) {
      assert.equal((await sandbox().setPin(id, { key })).status, 500);
      assert.equal((await sandbox().state(id)).timesSet, timesSet);
    }
    assert.equal(member(await sandbox().setPin(id, { key })), 'PaymentCard');
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });

  it('can be padded with spaces', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().answers(id, [{ usual: true, padding: 300_000 }]);
    const reply = await sandbox().setPin(id);
    assert.equal(member(reply), 'PaymentCard');
    assert.equal(reply.text.length - reply.text.trimEnd().length, 300_000);
  });

  it('can be sent in chunks', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().answers(id, [{ body: '{"data":7}', drip: { bytes: 4, everyMilliseconds: 5 } }]);
    const start = performance.now();
    const response = await attempt(id);
    assert.equal(response.headers['transfer-encoding'], 'chunked');
    // The network may join chunks on the way.
    let text = '';
    for await (const chunk of response) text += String(chunk);
    assert.equal(text, '{"data":7}');
    assert.ok(performance.now() - start >= 10);
  });

  it('stop being sent when the client leaves, and when the sandbox closes', async () => {
    const { id } = await sandbox().card('accepted');
    const drip = { bytes: 1, everyMilliseconds: 600_000 };
    await sandbox().answers(id, [
      { status: 500, drip },
      { status: 500, drip },
    ]);
    (await attempt(id)).destroy();
    const waiting = await attempt(id);
    assert.equal((await sandbox().post({ query: '{ ping }' })).status, 200);
    // The suite's end closes the sandbox. A timer that outlives its connection would keep this
    // process running.
    waiting.on('error', () => undefined).resume();
  });

  it('can be shorter than their Content-Length', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().answers(id, [{ usual: true, truncate: true }]);
    const response = await attempt(id);
    let text = '';
    await assert.rejects(
      async () => {
        for await (const chunk of response) text += String(chunk);
      },
      { code: 'ECONNRESET' },
    );
    assert.equal(JSON.parse(text).data.setPinForPaymentCard.__typename, 'PaymentCard');
    assert.equal(Number(response.headers['content-length']), text.length + 1);
  });

  it('can be delayed', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().answers(id, [{ usual: true, delayMilliseconds: 60 }]);
    const authorization = await sandbox().bearer(id);
    const start = performance.now();
    await sandbox().setPin(id, { authorization });
    assert.ok(performance.now() - start >= 60);
  });

  it('answer only one attempt of a request', async () => {
    const { id } = await sandbox().card('accepted');
    await sandbox().answers(id, [{ status: 503 }, { status: 503 }]);
    const body = {
      query: SET_PIN_TWICE,
      variables: { input: { paymentCardId: id, newPin: PIN } },
    };
    const authorization = await sandbox().bearer(id);
    assert.equal((await sandbox().post(body, { authorization })).status, 503);
    const { answersLeft, pinSet } = await sandbox().state(id);
    assert.deepEqual({ answersLeft, pinSet }, { answersLeft: 1, pinSet: false });
  });

  it('are refused with 400 and the reason if they are invalid', async () => {
    const { id } = await sandbox().card('accepted');
    const path = `/cards/${id}/answers`;
    for (const [answers, reason] of [
      [undefined, 'answers must be a list'],
      [Array.from({ length: 101 }, () => ({ usual: true })), 'answers must be a list'],
      [[7], 'answers[0] must be an object'],
      [[{ usual: true }, {}], 'answers[1] must have usual, lost, status or body'],
      [[{ usual: false }], 'answers[0].usual must be true'],
      [[{ usual: true, status: 200 }], 'answers[0].status is unknown: use usual, '],
      [[{ lost: true, padding: 1 }], 'answers[0].padding is unknown: use lost, '],
      [[{ status: 200, delay: 1 }], 'answers[0].delay is unknown: use status, '],
      [[{ status: 99 }], 'answers[0].status must be a whole number from 200'],
      [[{ status: '200' }], 'answers[0].status must be'],
      [[{ body: {} }], 'answers[0].body must be a string'],
      [[{ status: 200, execute: 1 }], 'answers[0].execute must be'],
      [[{ status: 200, headers: [] }], 'answers[0].headers must be an object'],
      [[{ status: 200, headers: { a: 1 } }], 'answers[0].headers.a must be a string'],
      [
        [{ status: 200, headers: { 'a b': '1' } }],
        'answers[0].headers.a b is not a valid HTTP header',
      ],
      [
        [{ status: 200, headers: { a: '1\n2' } }],
        'answers[0].headers.a is not a valid HTTP header',
      ],
      [[{ status: 200, headers: { 'Content-Length': '1' } }], 'answers[0].headers.Content-Length'],
      [[{ status: 200, truncate: 1 }], 'answers[0].truncate must be true'],
      [[{ status: 200, padding: -1 }], 'answers[0].padding must be'],
      [[{ status: 200, delayMilliseconds: 1e9 }], 'answers[0].delayMilliseconds must be'],
      [[{ status: 200, drip: 1 }], 'answers[0].drip must be an object'],
      [[{ status: 200, drip: { bytes: 1 } }], 'answers[0].drip.everyMilliseconds must be'],
      [[{ status: 200, drip: { bytes: 0 } }], 'answers[0].drip.bytes must be'],
      [[{ status: 200, drip: { each: 0 } }], 'answers[0].drip.each is unknown: use'],
    ] as const) {
      const { status, json } = await sandbox().control('POST', path, { answers });
      assert.equal(status, 400, reason);
      assert.ok(json.error.startsWith(reason), json.error);
    }
    assert.equal((await sandbox().state(id)).answersLeft, 0);
    const elsewhere = await sandbox().control('POST', '/cards/nothing/answers', { answers: [] });
    assert.equal(elsewhere.status, 404);
  });
});
