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

  const call = async (path: string, headers: Record<string, string>, body: unknown) => {
    const response = await fetch(addressOf(server) + path, {
      method: 'POST',
      headers: { Origin: ORIGIN, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(!text.includes(client().sandbox.test.apiKey));
    assert.equal(response.headers.get('cache-control'), 'no-store');
    return { status: response.status, headers: response.headers, text };
  };

  const signIn = async (cardholder: unknown, headers = {}) => {
    const answer = await call('/portal/session', headers, { cardholder });
    const cookie = answer.headers.get('set-cookie') ?? '';
    return { ...answer, cookie, session: { Cookie: cookie.split(';', 1)[0]! } };
  };

  const mint = async (headers: Record<string, string>) =>
    call('/portal/client-token', headers, { cardId: 'card_test_accepted' });

  it('gives the signed-in cardholder a token that can set the PIN of the card', async () => {
    const { status, text } = await mint((await signIn('Ada')).session);
    assert.equal(status, 200);
    const { value } = JSON.parse(text) as { value: string };
    const reply = await client().setPin('card_test_accepted', { authorization: `Bearer ${value}` });
    assert.equal(reply.json.data.setPinForPaymentCard.__typename, 'PaymentCard');
  });

  it('sets a cookie that scripts can’t read and other sites’ requests don’t carry', async () => {
    const { cookie } = await signIn('Ada');
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/portal', 'Secure', 'Max-Age'])
      assert.ok(cookie.includes(`; ${attribute}`), attribute);
    assert.ok(!cookie.includes('Ada'));
  });

  it('starts a new session at each sign-in and ends the old one', async () => {
    const first = await signIn('Ada');
    const second = await signIn('Ada', first.session);
    assert.equal((await mint(first.session)).status, 401);
    assert.equal((await mint(second.session)).status, 200);
  });

  it('signs in only its own cardholders, from its own pages', async () => {
    for (const cardholder of ['Mallory', undefined, 7, '__proto__', ['Ada']]) {
      const { status, cookie } = await signIn(cardholder);
      assert.deepEqual([status, cookie], [403, '']);
    }
    assert.equal((await signIn('Ada', { Origin: 'https://evil.example' })).status, 403);
  });

  it('answers 401 to a request without a session', async () => {
    for (const Cookie of ['', 'portal_session=', 'other=1; portal_session=guess'])
      assert.equal((await mint({ Cookie })).status, 401);
  });

  it('ends a session after half an hour', async (context) => {
    const { session } = await signIn('Ada');
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 29 * 60_000 });
    assert.equal((await mint(session)).status, 200);
    context.mock.timers.setTime(Date.now() + 2 * 60_000);
    assert.equal((await mint(session)).status, 401);
  });
});
