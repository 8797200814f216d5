import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { ScriptedAnswer } from '../../../src/node/sandbox/sandbox.js';
import { useSandbox, type Reply } from './sandbox-client.js';

describe('the sandbox’s scripted answers', () => {
  const sandbox = useSandbox();
  const member = ({ json }: Reply) => json.data.setPinForPaymentCard.__typename;
  const newCard = async (...answers: readonly ScriptedAnswer[]) => {
    const { id } = await sandbox().card('accepted');
    await sandbox().sandbox.control.scriptAnswers(id, answers);
    return id;
  };

  it('are used in order, one by each attempt, until the card behaves as in the table again', async () => {
    const { id } = await sandbox().card('weak-pin');
    const answers = [{ status: 503 }, { usual: true }, { status: 401 }] as const;
    const { answersLeft } = await sandbox().sandbox.control.scriptAnswers(id, answers);
    assert.equal(answersLeft, 3);
    assert.equal((await sandbox().setPin(id)).status, 503);
    assert.equal(member(await sandbox().setPin(id)), 'UserError');
    assert.equal((await sandbox().setPin(id)).status, 401);
    assert.equal(member(await sandbox().setPin(id)), 'UserError');
  });

  it('are sent unchanged to every page', async () => {
    const TEXT = { 'Content-Type': 'text/plain', 'retry-after': '7' };

    for (const [answer, status, body, timesSet, type = 'application/json', retryAfter = null] of [
      [{ body: '7', execute: true }, 200, /^7$/, 1],
      [
        { status: 429, headers: TEXT, body: ' [1, "ü"\n' },
        429,
        /^ \[1, "ü"\n$/,
        0,
        'text/plain',
        '7',
      ],
      // The service's body by default for an error, and an empty one for a success.
      [{ status: 502 }, 502, /^\{"data":null,"errors":\[\{"message":"Bad Gateway"\}\],"ext/, 0],
      [{ status: 200 }, 200, /^$/, 0],
      [{ usual: true, delayMilliseconds: 60 }, 200, /"PaymentCard"/, 1],
    ] as const) {
      const id = await newCard(answer);
      const authorization = await sandbox().bearer(id);
      const start = performance.now();
      const { headers, ...reply } = await sandbox().setPin(id, { authorization });
      if ('delayMilliseconds' in answer) assert.ok(performance.now() - start >= 60);
      assert.equal(reply.status, status);
      assert.match(reply.text, body);
      assert.equal(headers.get('content-type'), type);
      assert.equal(headers.get('retry-after'), retryAfter);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal((await sandbox().state(id)).timesSet, timesSet);
    }
  });

  it('cut the connection, before or after the PIN is set', async () => {
    const id = await newCard({ lost: true }, { lost: true, execute: true });
    for (const timesSet of [0, 1]) {
      await assert.rejects(sandbox().setPin(id));
      assert.equal((await sandbox().state(id)).timesSet, timesSet);
    }
    assert.equal((await sandbox().requests()).at(-1)?.response, null);
  });

  it('store the payload of an executed attempt under its key', async () => {
    const key = randomUUID();
    const id = await newCard({ status: 500, execute: true });
    assert.equal((await sandbox().setPin(id, { key })).status, 500);
    assert.equal(member(await sandbox().setPin(id, { key })), 'PaymentCard');
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });

  it('are refused with the reason', async () => {
    for (const [answers, reason] of [
      [Array.from({ length: 101 }, () => ({ usual: true })), 'answers must be a list'],
      [[7], 'answers[0] must be an object'],
      [[{ usual: true }, {}], 'answers[1] must have usual or lost or status or body'],
      [[{ usual: true, status: 200 }], 'answers[0].status is unknown: use usual, '],
      [[{ status: 99 }], 'answers[0].status must be a whole number from 200'],
      [[{ status: 200, execute: 1 }], 'answers[0].execute must be'],
      ...[[], { a: 1 }, { a: '1\n2' }, { 'Content-Length': '1' }].map(
        (headers) => [[{ status: 200, headers }], 'answers[0].headers must be an object'] as const,
      ),
    ] as const) {
      const path = '/cards/card_test_accepted/answers';
      const { status, json } = await sandbox().control('POST', path, { answers });
      assert.equal(status, 400);
      assert.ok(json.error.startsWith(reason), json.error);
    }
  });
});
