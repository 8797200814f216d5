import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { send } from '../http-client.js';
import {
  PIN,
  readEvents,
  SET_PIN,
  SET_PIN_TWICE,
  useSandbox,
  type Reply,
} from './sandbox-client.js';

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

  it('stop waiting when the client leaves, and when the sandbox closes', async () => {
    const { id } = await sandbox().card('accepted');
    const slow = { status: 500, delayMilliseconds: 600_000 };
    await sandbox().answers(id, [slow, slow]);
    const abort = new AbortController();
    const stream = await sandbox().openEvents();
    const left = sandbox().setPin(id, { signal: abort.signal });
    // The suite's end closes the sandbox. A timer that outlives its connection would keep this
    // process running.
    const waiting = sandbox().setPin(id);
    while ((await sandbox().state(id)).answersLeft > 0);
    abort.abort();
    await assert.rejects(left);
    const events = await readEvents(stream, 3);
    assert.equal(events.filter(({ response }) => response === null).length, 1);
    void waiting.catch(() => undefined);
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
      [[{ usual: true }, {}], 'answers[1] must have usual or lost or status or body'],
      [[{ usual: false }], 'answers[0].usual must be true'],
      [[{ usual: true, status: 200 }], 'answers[0].status is unknown: use usual, '],
      [[{ lost: true, truncate: true }], 'answers[0].truncate is unknown: use lost, '],
      [[{ status: 200, delay: 1 }], 'answers[0].delay is unknown: use status, '],
      [[{ status: 99 }], 'answers[0].status must be a whole number from 200'],
      [[{ status: '200' }], 'answers[0].status must be'],
      [[{ body: {} }], 'answers[0].body must be a string'],
      [[{ status: 200, execute: 1 }], 'answers[0].execute must be'],
      ...[[], { a: 1 }, { 'a b': '1' }, { a: '1\n2' }, { 'Content-Length': '1' }].map(
        (headers) => [[{ status: 200, headers }], 'answers[0].headers must be an object'] as const,
      ),
      [[{ status: 200, truncate: 1 }], 'answers[0].truncate must be true'],
      [[{ status: 200, delayMilliseconds: 1e9 }], 'answers[0].delayMilliseconds must be'],
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
