import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { SANDBOX_CARDS } from '../../../src/node/sandbox/cards.js';
import { SandboxControl } from '../../../src/node/sandbox/control-client.js';
import { GENERATE_TOKEN, PIN, SET_PIN, useSandbox } from '../../support/sandbox-client.js';

const CARD = 'card_test_accepted';
const Origin = 'http://localhost:5173';

const sandbox = useSandbox();
const control = () => sandbox().sandbox.control;

describe('the sandbox’s control interface', () => {
  it('lists each card and its state, but no PIN digest', async () => {
    const cards = SANDBOX_CARDS.map((card) => {
      const answerDelay = card.delayMilliseconds ?? 0;
      return { ...card, pinSet: false, timesSet: 0, answersLeft: 0, answerDelay };
    });
    assert.deepEqual(await control().cards(), cards);
  });

  it('responds only to pages on loopback origins', async () => {
    for (const [origin, status, allowed = null] of [
      [Origin, 200, Origin],
      ['http://localhost.example', 403],
    ] as const) {
      const headers = { Origin: origin };
      const reply = await sandbox().control('GET', '/cards', null, headers);
      assert.equal(reply.status, status);
      assert.equal(reply.headers.get('access-control-allow-origin'), allowed);
      assert.equal(reply.headers.get('vary'), 'Origin');
      const preflight = await sandbox().control('OPTIONS', '/requests', null, headers);
      const methods = preflight.headers.get('access-control-allow-methods');
      assert.deepEqual([preflight.status, methods], allowed ? [204, 'GET, POST'] : [403, null]);
    }
  });

  it('responds to a wrong call with 4xx, and sends no body in response to HEAD', async () => {
    for (const [status, method, path, body] of [
      [200, 'GET', '/'],
      // The tool wait-on sends HEAD requests.
      ...['/', '/requests/stream'].map((each) => [200, 'HEAD', each] as const),
      [404, 'POST', '/cards/nothing/answers', { answers: [] }],
      [404, 'DELETE', '/cards'],
      [400, 'POST', '/cards', '{'],
      [400, 'POST', '/cards', { behaviour: 'toString' }],
      [413, 'POST', '/cards', 'x'.repeat(70_000)],
      [400, 'POST', `/cards/${CARD}/verify`, { pin: 7 }],
      [400, 'POST', '/clock', { advanceSeconds: '900' }],
      [400, 'POST', `/cards/${CARD}/delay`, { milliseconds: -1 }],
    ] as const) {
      const reply = await sandbox().control(method, path, body);
      assert.equal(reply.status, status, `${method} ${path}`);
      assert.equal(reply.text === '', method === 'HEAD');
    }
  });

  it('throws an explanation if the address is missing or a call is rejected', async () => {
    assert.throws(() => new SandboxControl(undefined), /SET_CARD_PIN_CONTROL/);
    await assert.rejects(control().hasPin('card_x', '1234'), {
      message: /^The sandbox refused POST \/cards\/card_x\/verify: Unknown card\. /,
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

describe('the sandbox’s log', () => {
  it('lists a request’s result and its variables’ names, but not their values', async () => {
    const variables = { input: { paymentCardId: CARD, newPin: PIN }, key: randomUUID() };
    const body = { query: SET_PIN, operationName: 'SetPin', variables };
    const authorization = await sandbox().bearer(CARD);
    await sandbox().post(body, { authorization, headers: { Origin } });
    await sandbox().post({ query: '{ ping }' });
    const [entry, ping] = (await sandbox().requests()).slice(-2);
    const { id, time, milliseconds, ...rest } = entry!;
    assert.ok(id > 0 && milliseconds >= 0 && !Number.isNaN(Date.parse(time)));
    assert.deepEqual(rest, {
      ...{ environment: 'test', path: '/graphql', method: 'POST', credential: 'client token' },
      ...{ operation: 'SetPin', cardId: CARD, repeats: null, status: 200, result: 'PaymentCard' },
      ...{ variables: ['input.paymentCardId', 'input.newPin', 'key'], origin: Origin },
    });
    assert.deepEqual([ping!.credential, ping!.operation, ping!.variables], ['API key', null, []]);
  });

  it('shows which request an IdempotencyKey repeats', async () => {
    const query = SET_PIN.replaceAll('$key', '$IdempotencyKey');
    const authorization = await sandbox().bearer(CARD);
    for (const IdempotencyKey of ['a', 'b', 'a', 'a']) {
      const variables = { input: { paymentCardId: CARD, newPin: PIN }, IdempotencyKey };
      await sandbox().post({ query, variables }, { authorization });
    }
    const [first, ...others] = (await sandbox().requests()).slice(-4);
    const repeats = others.map((entry) => entry.repeats);
    assert.deepEqual([first?.repeats, ...repeats], [null, null, first?.id, first?.id]);
  });

  it('never contains PINs or credentials, whatever value they were sent as', async () => {
    const bearer = await sandbox().bearer(CARD);
    const { id } = await sandbox().card('accepted');
    const headers = { 'X-Pin': PIN, 'Retry-After': PIN };
    await control().scriptAnswers(id, [{ body: `{"data":{"${PIN}":{"a":"${PIN}"}}}`, headers }]);
    await sandbox().setPin(id, { pin: PIN });
    for (const [body, authorization] of [
      [{ query: `{ ping(a: "${PIN}") } # ${bearer}` }, bearer],
      [{ query: SET_PIN, operationName: PIN, variables: { a: PIN, b: { c: PIN } } }, undefined],
      [{ query: GENERATE_TOKEN, variables: { input: { paymentCardId: PIN } } }, `Digest ${PIN}`],
      [`{"query":7,"${PIN}`, `Bearer ${PIN}`],
    ] as const) {
      await sandbox().post(body, { ...(authorization && { authorization }), headers });
    }
    const url = `${sandbox().sandbox.test.url}?pin=${PIN}`;
    await sandbox().post({ query: '{ ping }' }, { url });
    const text = JSON.stringify(await sandbox().requests());
    for (const secret of [PIN, bearer.slice(7), 'sandbox-test-api-key', sandbox().basic.slice(6)])
      assert.ok(!text.includes(secret), secret);
  });
});
