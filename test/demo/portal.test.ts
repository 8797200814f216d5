import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createPortal } from '../../demo/portal/portal.js';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';

const ORIGIN = 'https://cards.example';

describe('the portal’s server half', () => {
  const client = useSandbox();
  let server: Server;

  before(async () => {
    const { url: serviceEndpoint, apiKey } = client().sandbox.test;
    const cardholders = [{ name: 'Ada', cardIds: ['card_test_accepted'] }];
    const portal = createPortal({ origin: ORIGIN, serviceEndpoint, apiKey, cardholders });
    server = createServer((request, response) => portal(request, response, () => response.end()));
    await listen(server, 0);
  });
  after(() => stop(server));

  const call = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${addressOf(server)}/portal/${path}`, {
      method: 'POST',
      headers: { Origin: ORIGIN, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  const signIn = async (cardholder: unknown, headers = {}) => {
    const answer = await call('session', { cardholder }, headers);
    const cookie = answer.headers.get('set-cookie') ?? '';
    return { status: answer.status, cookie, session: { Cookie: cookie.split(';', 1)[0]! } };
  };

  const mint = async (headers: Record<string, string>, cardId = 'card_test_accepted') =>
    (await call('client-token', { cardId }, headers)).status;

  it('gives a cardholder tokens for the own cards, until the next sign-in or half an hour', async (context) => {
    const first = await signIn('Ada');
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/portal', 'Secure', 'Max-Age'])
      assert.ok(first.cookie.includes(`; ${attribute}`), attribute);
    assert.equal(await mint(first.session), 200);
    assert.equal(await mint(first.session, 'card_test_weak_pin'), 403);

    const second = await signIn('Ada', first.session);
    assert.equal(await mint(first.session), 401);
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 29 * 60_000 });
    assert.equal(await mint(second.session), 200);
    context.mock.timers.setTime(Date.now() + 2 * 60_000);
    assert.equal(await mint(second.session), 401);
  });

  it('refuses other cardholders, other sites and requests without a session', async () => {
    for (const cardholder of ['Mallory', undefined, '__proto__', ['Ada']])
      assert.deepEqual(await signIn(cardholder), {
        status: 403,
        cookie: '',
        session: { Cookie: '' },
      });
    assert.equal((await signIn('Ada', { Origin: 'https://evil.example' })).status, 403);
    for (const Cookie of ['', 'portal_session=', 'other=1; portal_session=guess'])
      assert.equal(await mint({ Cookie }), 401);
  });
});
