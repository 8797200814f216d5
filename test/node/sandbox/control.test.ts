import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SANDBOX_CARDS, type CardState } from '../../../src/node/sandbox/cards.js';
import { readEvents, useSandbox } from './sandbox-client.js';

describe('the sandbox’s control interface', () => {
  const sandbox = useSandbox();

  it('lists its routes', async () => {
    const { json } = await sandbox().control('GET', '/');
    assert.ok(json.routes.includes('POST /cards/:id/verify'));
  });

  it('returns each card of the table with its state, and no digest', async () => {
    const { json } = await sandbox().control('GET', '/cards');
    const ids = json.cards.map(({ id }: CardState) => id);
    for (const card of SANDBOX_CARDS) {
      assert.ok(ids.includes(card.id));
      assert.deepEqual(await sandbox().state(card.id), {
        ...card,
        pinSet: false,
        timesSet: 0,
        answerDelay: card.delayMilliseconds ?? 0,
        answersLeft: 0,
      });
    }
  });

  it('creates cards with an id of their own', async () => {
    const reply = await sandbox().control('POST', '/cards', { behaviour: 'weak-pin' });
    assert.equal(reply.status, 201);
    const other = await sandbox().card('weak-pin');
    assert.notEqual(other.id, reply.json.id);
    assert.match(other.id, /^card_test_weak_pin_[a-z]{12}$/);
    assert.equal(other.code, 'PIN_TOO_SIMPLE');
    await sandbox().setPin((await sandbox().card('accepted')).id);
    assert.equal((await sandbox().state('card_test_accepted')).pinSet, false);
  });

  it('refuses an unknown behaviour, and lists the known ones', async () => {
    for (const behaviour of [undefined, 'anything', 7, 'toString']) {
      const { status, json } = await sandbox().control('POST', '/cards', { behaviour });
      assert.equal(status, 400);
      assert.match(json.error, /accepted, /);
    }
  });

  it('moves the clock forward and back', async () => {
    const now = async () => (await sandbox().control('GET', '/clock')).json;
    const start = await now();
    assert.equal(start.advancedSeconds, 0);
    const ahead = (await sandbox().control('POST', '/clock', { advanceSeconds: 3600 })).json;
    assert.equal(ahead.advancedSeconds, 3600);
    assert.ok(Date.parse(ahead.now) - Date.parse(start.now) >= 3_600_000);
    await sandbox().advance(-3600);
    assert.equal((await now()).advancedSeconds, 0);
    for (const advanceSeconds of [undefined, '60', null, 1e12]) {
      assert.equal((await sandbox().control('POST', '/clock', { advanceSeconds })).status, 400);
    }
  });

  it('refuses invalid delays and limits', async () => {
    for (const milliseconds of [undefined, -1, '5', 1e9]) {
      const path = '/cards/card_test_accepted/delay';
      assert.equal((await sandbox().control('POST', path, { milliseconds })).status, 400);
    }
    for (const count of [-1, 1.5, '5', null]) {
      assert.equal((await sandbox().control('POST', '/rate-limit', { count })).status, 400);
    }
  });

  it('streams each new request', async () => {
    const stream = await sandbox().openEvents({ Origin: 'http://localhost:5173' });
    assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal(stream.headers.get('access-control-allow-origin'), 'http://localhost:5173');
    const { id } = await sandbox().card('accepted');
    await sandbox().setPin(id);
    const events = await readEvents(stream, 2);
    const all = await sandbox().requests();
    assert.deepEqual(events, all.slice(-2));
    assert.match(JSON.stringify(events[1]?.request.body), /"newPin":"••••"/);
  });

  it('answers only pages on loopback origins', async () => {
    for (const origin of [
      'http://localhost:5173',
      'http://127.0.0.1:8000',
      'http://[::1]:1',
      'https://app.localhost',
    ]) {
      const { status, headers } = await sandbox().control('GET', '/cards', undefined, {
        Origin: origin,
      });
      assert.equal(status, 200);
      assert.equal(headers.get('access-control-allow-origin'), origin);
      assert.equal(headers.get('vary'), 'Origin');
    }
    for (const origin of [
      'https://portal.example',
      'http://localhost.example',
      'http://127.0.0.1.example',
      'null',
    ]) {
      const reply = await sandbox().control('POST', '/reset', {}, { Origin: origin });
      assert.equal(reply.status, 403);
      assert.equal(reply.headers.get('access-control-allow-origin'), null);
    }
  });

  it('answers HEAD like GET, without a body, so that wait-on finds it', async () => {
    for (const [path, status] of [
      ['/', 200],
      ['/cards', 200],
      ['/requests/stream', 200],
      ['/nothing', 404],
      ['/reset', 404],
    ] as const) {
      const reply = await sandbox().control('HEAD', path);
      assert.equal(reply.status, status, path);
      assert.equal(reply.text, '');
    }
  });

  it('answers a preflight', async () => {
    const { status, headers } = await sandbox().control('OPTIONS', '/requests', undefined, {
      Origin: 'http://localhost:5173',
      'Access-Control-Request-Method': 'DELETE',
    });
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-methods'), 'GET, POST, DELETE');
    assert.equal(headers.get('access-control-allow-headers'), 'Content-Type');
  });

  it('answers a wrong request with the right status', async () => {
    assert.equal((await sandbox().control('GET', '/nothing')).status, 404);
    assert.equal((await sandbox().control('GET', '/cards/nothing')).status, 404);
    assert.equal((await sandbox().control('POST', '/cards/nothing/verify', {})).status, 404);
    assert.equal((await sandbox().control('DELETE', '/cards')).status, 404);
    assert.equal((await sandbox().control('POST', '/cards', '{')).status, 400);
    assert.equal((await sandbox().control('POST', '/cards', '[]')).status, 400);
    assert.equal((await sandbox().control('POST', '/cards', 'x'.repeat(70_000))).status, 413);
  });

  it('resets everything', async () => {
    const { id } = await sandbox().card('accepted');
    const authorization = await sandbox().bearer('card_test_accepted');
    await sandbox().setPin('card_test_accepted', { authorization });
    await sandbox().setPin('card_test_unavailable_once');
    await sandbox().advance(60);
    assert.equal((await sandbox().control('POST', '/reset')).status, 204);
    assert.deepEqual(await sandbox().requests(), []);
    assert.equal((await sandbox().state('card_test_accepted')).pinSet, false);
    assert.equal((await sandbox().control('GET', `/cards/${id}`)).status, 404);
    assert.equal((await sandbox().control('GET', '/clock')).json.advancedSeconds, 0);
    assert.equal((await sandbox().setPin('card_test_accepted', { authorization })).status, 401);
    assert.equal((await sandbox().setPin('card_test_unavailable_once')).status, 503);
  });
});
