import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { SANDBOX_CARDS } from '../../../src/node/sandbox/cards.js';
import { submitOnce } from '../../service/servers/service.js';
import { SET_PIN, useSandbox, type Reply } from '../../support/sandbox-client.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const payloadOf = ({ json }: Reply): any => json.data.setPinForPaymentCard;

const sandbox = useSandbox();
const provider = useSandbox({ schema: 'provider' });

/** Drops the Retry-After header, so that a retry doesn't wait. */
async function fetchWithoutRetryAfter(url: string, init: RequestInit): Promise<Response> {
  const { status, headers, body } = await fetch(url, init);
  const others = [...headers].filter(([name]) => name !== 'retry-after');
  return new Response(body, { status, headers: others });
}

describe('a sandbox card', () => {
  it('is listed in the README', async () => {
    const readme = await readFile('src/node/sandbox/README.md', 'utf8');
    for (const { id, description } of SANDBOX_CARDS) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${id}\``));
      assert.ok(row?.includes(description), id);
    }
  });

  it('fails every second time if its behaviour’s name ends in -once: a rejected token', async () => {
    const { id } = await sandbox().card('token-unauthenticated-once');
    const authorization = await sandbox().bearer(id);
    const { status, json } = await sandbox().setPin(id, { authorization });
    assert.deepEqual([status, json.data], [200, null]);
    assert.deepEqual(json.errors[0].extensions, { code: 'UNAUTHENTICATED' });
    assert.equal((await sandbox().setPin(id, { authorization })).status, 401);
    assert.equal(payloadOf(await sandbox().setPin(id)).__typename, 'PaymentCard');
    assert.equal((await sandbox().setPin(id)).json.data, null);
  });

  it('rejects a PIN with INVALID_PIN unless it has 4 to 12 digits', async () => {
    const { id } = await sandbox().card('unavailable-always');
    for (const pin of ['123', '1234567890123', '12a4']) {
      const { json } = await sandbox().setPin(id, { pin });
      assert.equal(json.data.setPinForPaymentCard.errors[0].code, 'INVALID_PIN', pin);
    }
  });

  for (const [schema, client, keyType] of [
    ['full', sandbox, 'String!'],
    ['provider', provider, 'none'],
  ] as const)
    it(`has the outcome that the table lists with --schema ${schema}`, async () => {
      await Promise.all(
        SANDBOX_CARDS.map(async ({ behaviour, bin, last4, code, ...row }) => {
          const { id } = await client().card(behaviour);
          // The slow card's real delay would only make the test slower.
          await client().sandbox.control.delayAnswers(id, 0);
          const { url: endpoint } = client().sandbox.test;
          const outcome = await submitOnce(
            { endpoint, cardId: id, idempotencyKey: keyType },
            async () => (await client().token(id)).value,
            fetchWithoutRetryAfter,
          );
          const { kind } = outcome;
          const expected = (keyType === 'none' && row.outcomeWithoutKey) || row.outcome;
          assert.equal(kind, expected, behaviour);
          if (kind === 'rejected') assert.equal(outcome.codes[0], code);
          if (kind === 'set')
            assert.deepEqual(outcome.card, { id, bin, ...(last4 !== null && { last4 }) });
          const isExecuted = kind === 'set' || behaviour === 'answer-lost-once';
          // The element submits again with a fresh token.
          const times =
            behaviour !== 'set-then-refused' ? Number(isExecuted) : keyType === 'none' ? 2 : 1;
          assert.equal((await client().state(id)).timesSet, times, behaviour);
        }),
      );
    });
});

describe('the sandbox', () => {
  it('sends scripted responses in order, one for each attempt, and then returns to the card’s usual behaviour', async () => {
    const { id } = await sandbox().card('weak-pin');
    const answers = [{ status: 503 }, { usual: true }, { status: 401 }] as const;
    const { answersLeft } = await sandbox().sandbox.control.scriptAnswers(id, answers);
    assert.equal(answersLeft, 3);
    for (const status of [503, 200, 401, 200])
      assert.equal((await sandbox().setPin(id)).status, status);
  });

  it('sends a scripted response unchanged to every page', async () => {
    const TEXT = { 'Content-Type': 'text/plain', 'retry-after': '7' };
    for (const [answer, status, body, timesSet, type = 'application/json', retryAfter = null] of [
      [{ body: '7', execute: true }, 200, /^7$/, 1],
      [{ status: 429, headers: TEXT, body: ' ü\n' }, 429, /^ ü\n$/, 0, 'text/plain', '7'],
      // By default, an error has the sandbox's usual body, and a success has an empty one.
      [{ status: 502 }, 502, /^\{"data":null,"errors":\[\{"message":"Bad Gateway"\}\],"ext/, 0],
      [{ status: 200 }, 200, /^$/, 0],
      [{ usual: true, delayMilliseconds: 60 }, 200, /"PaymentCard"/, 1],
    ] as const) {
      const { id } = await sandbox().card('accepted');
      await sandbox().sandbox.control.scriptAnswers(id, [answer]);
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

  it('rejects invalid scripted responses, and gives the reason', async () => {
    for (const [answers, reason] of [
      ['x', /^answers must be a list\./],
      [[{ usual: true }, {}], /^answers\[1\] must have one of usual, lost, status, body, or/],
      [[{ state: 200 }], /^answers\[0\]\.state is unknown\. Use usual, /],
      [[{ status: 99 }], /^answers\[0\]\.status must be a whole number from 200/],
      [[{ usual: true, execute: 1 }], /^answers\[0\]\.execute must be true or false/],
      [[{ status: 200, headers: { Date: '', Trailer: '' } }], /^answers\[0\]\.headers must /],
    ] as const) {
      const path = '/cards/card_test_accepted/answers';
      const { status, json } = await sandbox().control('POST', path, { answers });
      assert.equal(status, 400);
      assert.match(json.error, reason);
    }
  });

  it('responds with 400 to an IdempotencyKey that isn’t a UUID, or that the card has used for another PIN', async () => {
    const [{ id }, other] = [await sandbox().card('accepted'), await sandbox().card('accepted')];
    const key = randomUUID();
    await sandbox().setPin(id, { key });
    for (const wrong of [{ key, pin: '7392' }, { key: 'not a UUID' }]) {
      const { status, json } = await sandbox().setPin(id, wrong);
      assert.equal(status, 400);
      assert.match(json.errors[0].message, /^The IdempotencyKey /);
      assert.deepEqual(json.errors[0].errorPath, ['setPinForPaymentCard']);
    }
    assert.equal(await sandbox().matches(id, '7392'), false);
    assert.equal(payloadOf(await sandbox().setPin(other.id, { key })).id, other.id);
  });

  it('accepts only four-digit PINs, and rejects requests with a key, with --schema provider', async () => {
    const { id } = await provider().card('accepted');
    const authorization = await provider().bearer(id);
    const query = SET_PIN.replace(', $key: String', '')
      .replace(', IdempotencyKey: $key', '')
      .replace('code path', 'description code path');
    assert.equal((await provider().setPin(id, { key: randomUUID() })).status, 400);
    const payloadFor = async (newPin: string) => {
      const variables = { input: { paymentCardId: id, newPin } };
      return payloadOf(await provider().post({ query, variables }, { authorization }));
    };
    for (const pin of ['739', '73912'])
      assert.match((await payloadFor(pin)).errors[0].description, /^The issuer does not accept/);
    assert.equal((await payloadFor('7391')).__typename, 'PaymentCard');
  });
});
