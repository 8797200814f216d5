import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { basicAuthorization, useSandbox, type Reply } from './sandbox-client.js';

describe('the sandbox’s rate limit', () => {
  const sandbox = useSandbox();
  const ping = (query = '{ ping }') => sandbox().post({ query });
  const limitOf = ({ json }: Reply) => json.extensions.rateLimit;

  beforeEach(() => sandbox().sandbox.control.reset());

  it('is on every answer to an API key, with less remaining each time', async () => {
    const replies = [
      await ping(),
      await ping('{ nothing }'),
      await ping('{'),
      await sandbox().post('{'),
      await sandbox().post('x'.repeat(70_000)),
      await sandbox().post(Buffer.from([0xff])),
      await sandbox().setPin('card_test_accepted', { authorization: sandbox().basic }),
    ];
    assert.deepEqual(
      replies.map(({ status, json: { extensions } }) => [
        status,
        extensions.rateLimit.count.cost,
        extensions.rateLimit.count.remaining,
      ]),
      [200, 400, 400, 400, 413, 400, 200].map((status, index) => [status, 1, 999 - index]),
    );
    const { asOf, count, complexity } = limitOf(replies[0]!);
    assert.match(asOf, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.deepEqual(count, { cost: 1, remaining: 999, limit: 1000 });
    assert.deepEqual(complexity, { cost: 1, remaining: 9999, limit: 10_000 });
    // A request that isn't executed has complexity 0.
    assert.deepEqual(limitOf(replies[4]!).complexity, { cost: 0, remaining: 9999, limit: 10_000 });
  });

  it('is not on an answer to a client token', async () => {
    assert.equal(limitOf(await sandbox().setPin('card_test_accepted')), undefined);
  });

  const assertLimited = (reply: Reply) => {
    assert.equal(reply.status, 429);
    assert.deepEqual(reply.json.data, {});
    assert.match(reply.json.errors[0].message, /[Uu]sage limit/);
    for (const { cost } of [limitOf(reply).count, limitOf(reply).complexity])
      assert.equal(cost, undefined);
    const seconds = Number(reply.headers.get('retry-after'));
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60);
    return seconds;
  };

  it('answers 429 once the count of an environment is used up, until the window ends', async () => {
    await sandbox().sandbox.control.limitRate({ count: 1 });
    assert.equal((await ping()).status, 200);
    const limited = await ping();
    const seconds = assertLimited(limited);
    assert.deepEqual(limitOf(limited).count, { remaining: 0, limit: 1 });
    const { url, apiKey } = sandbox().sandbox.live;
    const authorization = basicAuthorization(apiKey);
    assert.equal((await sandbox().post({ query: '{ ping }' }, { url, authorization })).status, 200);
    await sandbox().advance(seconds);
    assert.equal((await ping()).status, 200);
    // A clock that moved back starts a new window too.
    await sandbox().advance(-seconds);
    assert.equal((await ping()).status, 200);
  });

  it('answers 429 once the complexity is used up', async () => {
    await sandbox().sandbox.control.limitRate({ complexity: 3 });
    assert.equal((await ping('{ ping a: ping }')).status, 200);
    assertLimited(await ping('{ ping a: ping }'));
    assert.equal((await ping()).status, 200);
  });
});
