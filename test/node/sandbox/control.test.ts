import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SANDBOX_CARDS } from '../../../src/node/sandbox/cards.js';
import { SandboxControl } from '../../../src/node/sandbox/control-client.js';
import { useSandbox } from '../../support/sandbox-client.js';

const CARD = 'card_test_accepted';

describe('the sandbox’s control interface', () => {
  const sandbox = useSandbox();
  const control = () => sandbox().sandbox.control;

  it('lists each card with its state, without a PIN digest', async () => {
    const fresh = { pinSet: false, timesSet: 0, answersLeft: 0 };
    assert.deepEqual(
      await control().cards(),
      SANDBOX_CARDS.map((card) => ({
        ...card,
        ...fresh,
        answerDelay: card.delayMilliseconds ?? 0,
      })),
    );
  });

  it('responds only to pages on loopback origins', async () => {
    for (const [origin, isAllowed] of [
      ['http://localhost:5173', true],
      ['http://[::1]:1', true],
      ['http://localhost.example', false],
      ['null', false],
    ] as const) {
      const headers = { Origin: origin };
      const reply = await sandbox().control('GET', '/cards', null, headers);
      assert.equal(reply.status, isAllowed ? 200 : 403);
      assert.equal(reply.headers.get('access-control-allow-origin'), isAllowed ? origin : null);
      assert.equal(reply.headers.get('vary'), 'Origin');
      const preflight = await sandbox().control('OPTIONS', '/requests', null, headers);
      assert.equal(preflight.status, isAllowed ? 204 : 403);
      const methods = preflight.headers.get('access-control-allow-methods');
      assert.equal(methods, isAllowed ? 'GET, POST' : null);
    }
  });

  const delay = `/cards/${CARD}/delay`;
  for (const [status, method, path, body] of [
    [200, 'GET', '/'],
    // So that wait-on finds it.
    ...['/', '/cards', '/requests/stream'].map((each) => [200, 'HEAD', each] as const),
    [404, 'HEAD', '/reset'],
    [404, 'GET', '/cards/card%2F..%2Fx'],
    [404, 'POST', '/cards/nothing/answers', { answers: [] }],
    [404, 'DELETE', '/cards'],
    ...['{', '[]', { behaviour: 'toString' }].map((each) => [400, 'POST', '/cards', each] as const),
    [413, 'POST', '/cards', 'x'.repeat(70_000)],
    [400, 'POST', `/cards/${CARD}/verify`, { pin: 7 }],
    ...['60', 1e12].map((advanceSeconds) => [400, 'POST', '/clock', { advanceSeconds }] as const),
    ...[undefined, -1, 1e9].map((milliseconds) => [400, 'POST', delay, { milliseconds }] as const),
  ] as const)
    it(`responds with ${status} to ${method} ${path} ${JSON.stringify(body ?? '').slice(0, 40)}`, async () => {
      const reply = await sandbox().control(method, path, body);
      assert.equal(reply.status, status);
      assert.equal(reply.text === '', method === 'HEAD');
    });

  it('explains a missing address and a rejected call', async () => {
    assert.throws(() => new SandboxControl(undefined), /SET_CARD_PIN_CONTROL/);
    await assert.rejects(control().card('..'), { message: /: Unknown route: / });
    await assert.rejects(control().hasPin('card_x', '1234'), {
      message: /^The sandbox refused POST \/cards\/card_x\/verify: Unknown card: /,
    });
  });

  it('resets everything', async () => {
    const { id } = await sandbox().card('accepted');
    const authorization = await sandbox().bearer(CARD);
    await sandbox().setPin(CARD, { authorization });
    await sandbox().setPin('card_test_unavailable_once');
    await control().advanceClock(30);
    await control().reset();
    assert.deepEqual(await sandbox().requests(), []);
    assert.equal((await sandbox().state(CARD)).pinSet, false);
    assert.equal((await sandbox().control('GET', `/cards/${id}`)).status, 404);
    assert.equal((await control().clock()).advancedSeconds, 0);
    assert.equal((await sandbox().setPin(CARD, { authorization })).status, 401);
    assert.equal((await sandbox().setPin('card_test_unavailable_once')).status, 503);
  });
});
