import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { SANDBOX_CARDS, type SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import { submitOnce } from '../../service/servers/submit.js';
import { useSandbox, type Reply } from '../../support/sandbox-client.js';

const memberOf = ({ json }: Reply): string => json.data.setPinForPaymentCard.__typename;

describe('the sandbox’s cards', () => {
  const sandbox = useSandbox();
  const attemptsOn = async (behaviour: SandboxBehaviour, count: number, key: string) => {
    const { id } = await sandbox().card(behaviour);
    const statuses: (number | 'lost')[] = [];
    while (statuses.length < count) {
      const reply = await sandbox()
        .setPin(id, { key })
        .catch(() => undefined);
      statuses.push(reply?.status ?? 'lost');
    }
    return { id, statuses, state: await sandbox().state(id) };
  };

  it('are all listed in the README', async () => {
    const readme = await readFile('src/node/sandbox/README.md', 'utf8');
    for (const { id, description } of SANDBOX_CARDS) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${id}\``));
      assert.ok(row?.includes(description), id);
    }
  });

  for (const [behaviour, timesSetFirst, timesSet, ...statuses] of [
    ['unavailable-once', 0, 1, 503, 200, 503, 200],
    ['answer-lost-once', 1, 1, 'lost', 200, 'lost', 200],
    ['set-then-refused', 1, 1, 401, 401],
    ['rate-limited-always', 0, 0, 429, 429],
  ] as const) {
    it(`respond to retries with one key in order, and set the PIN once at most: ${behaviour}`, async () => {
      const key = randomUUID();
      assert.equal((await attemptsOn(behaviour, 1, key)).state.timesSet, timesSetFirst);
      const all = await attemptsOn(behaviour, statuses.length, key);
      assert.deepEqual([all.statuses, all.state.timesSet], [statuses, timesSet]);
    });
  }

  it('reject a token with UNAUTHENTICATED and status 200 first, and with 401 afterwards', async () => {
    const { id } = await sandbox().card('token-unauthenticated-once');
    const authorization = await sandbox().bearer(id);
    const { status, json } = await sandbox().setPin(id, { authorization });
    assert.deepEqual([status, json.data], [200, null]);
    assert.deepEqual(json.errors[0].extensions, { code: 'UNAUTHENTICATED' });
    assert.equal((await sandbox().setPin(id, { authorization })).status, 401);
    assert.equal(memberOf(await sandbox().setPin(id)), 'PaymentCard');
  });

  it('reject a PIN with INVALID_PIN unless it has 4 to 12 digits', async () => {
    const { id } = await sandbox().card('unavailable-always');
    for (const pin of ['123', '1234567890123', '12a4', '1234\n']) {
      const { json } = await sandbox().setPin(id, { pin });
      const payload = json.data.setPinForPaymentCard;
      assert.equal(payload.errors[0].code, 'INVALID_PIN', JSON.stringify(pin));
    }
    assert.equal((await sandbox().state(id)).pinSet, false);
  });
});

/** Drops the header, so that a retry doesn't wait. */
async function fetchWithoutRetryAfter(url: string, init: RequestInit): Promise<Response> {
  const { status, headers, body } = await fetch(url, init);
  const others = [...headers].filter(([name]) => name !== 'retry-after');
  return new Response(body, { status, headers: others });
}

for (const [schema, keyType] of [
  ['full', 'String!'],
  ['provider', 'none'],
] as const) {
  describe(`the sandbox’s cards with --schema ${schema}`, () => {
    const sandbox = useSandbox({ schema });

    it('have the outcomes that their table lists', async () => {
      await Promise.all(
        SANDBOX_CARDS.map(async ({ behaviour, bin, last4, code, ...row }) => {
          const { id } = await sandbox().card(behaviour);
          // Real time, which the slow card needs, adds nothing here.
          await sandbox().sandbox.control.delayAnswers(id, 0);
          const outcome = await submitOnce(sandbox().sandbox.test.url, {
            cardId: id,
            keyType,
            mint: async () => (await sandbox().token(id)).value,
            fetch: fetchWithoutRetryAfter,
          });
          const { kind } = outcome;
          const expected = (keyType === 'none' && row.outcomeWithoutKey) || row.outcome;
          assert.equal(kind, expected, behaviour);
          if (kind === 'rejected') assert.equal(outcome.codes[0], code);
          if (kind === 'set')
            assert.deepEqual(outcome.card, { id, bin, ...(last4 !== null && { last4 }) });
          const { timesSet } = await sandbox().state(id);
          if (behaviour === 'set-then-refused') assert.equal(timesSet, keyType === 'none' ? 2 : 1);
          else if (kind !== 'unconfirmed')
            assert.equal(timesSet, kind === 'set' ? 1 : 0, behaviour);
        }),
      );
    });
  });
}

describe('the sandbox’s scripted responses', () => {
  const sandbox = useSandbox();

  it('are sent in order, one for each attempt, until the card’s usual behaviour returns', async () => {
    const { id } = await sandbox().card('weak-pin');
    const answers = [{ status: 503 }, { usual: true }, { status: 401 }] as const;
    const { answersLeft } = await sandbox().sandbox.control.scriptAnswers(id, answers);
    assert.equal(answersLeft, 3);
    assert.equal((await sandbox().setPin(id)).status, 503);
    assert.equal(memberOf(await sandbox().setPin(id)), 'UserError');
    assert.equal((await sandbox().setPin(id)).status, 401);
    assert.equal(memberOf(await sandbox().setPin(id)), 'UserError');
  });

  it('are sent unchanged to every page', async () => {
    const TEXT = { 'Content-Type': 'text/plain', 'retry-after': '7' };
    for (const [answer, status, body, timesSet, type = 'application/json', retryAfter = null] of [
      [{ body: '7', execute: true }, 200, /^7$/, 1],
      [{ status: 429, headers: TEXT, body: ' ü\n' }, 429, /^ ü\n$/, 0, 'text/plain', '7'],
      // The service's body by default for an error, and an empty one for a success.
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

  it('are rejected with the reason if they are invalid', async () => {
    for (const [answers, reason] of [
      [Array.from({ length: 101 }, () => ({ usual: true })), /^answers must be a list of at most/],
      [[7], /^answers\[0\] must be an object/],
      [[{ usual: true }, {}], /^answers\[1\] must have one of usual, lost, status, body, or/],
      [[{ usual: true, status: 200 }], /^answers\[0\] must have one of/],
      [[{ state: 200 }], /^answers\[0\]\.state is unknown: use usual, /],
      [[{ status: 99 }], /^answers\[0\]\.status must be a whole number from 200/],
      [[{ status: 200, execute: 1 }], /^answers\[0\]\.execute must be/],
      ...[[], { a: 1 }, { a: '1\n2' }, { 'Content-Length': '1' }].map(
        (headers) => [[{ status: 200, headers }], /^answers\[0\]\.headers must be/] as const,
      ),
    ] as const) {
      const path = '/cards/card_test_accepted/answers';
      const { status, json } = await sandbox().control('POST', path, { answers });
      assert.equal(status, 400);
      assert.match(json.error, reason);
    }
  });
});
