import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createPortal, type PortalOptions } from '../../demo/portal/portal.js';
import { SandboxClient } from '../node/sandbox/sandbox-client.js';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { startSandbox } from '../../src/node/sandbox/sandbox.js';

const ORIGIN = 'https://cards.example';

async function serve(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener);
  await listen(server, 0);
  return { server, url: addressOf(server) };
}

describe('the portal’s server half', () => {
  let client: SandboxClient;
  let portalUrl: string;
  const running: Server[] = [];

  const startPortal = async (options: Partial<PortalOptions> = {}): Promise<string> => {
    const portal = createPortal({
      origin: ORIGIN,
      serviceEndpoint: client.sandbox.test.url,
      apiKey: client.sandbox.test.apiKey,
      cardholders: [
        { name: 'Ada', cardIds: ['card_test_accepted'] },
        { name: 'Grace', cardIds: ['card_test_weak_pin'] },
      ],
      ...options,
    });
    const { server, url } = await serve((request, response) => {
      portal(request, response, () => response.writeHead(418).end('next'));
    });
    running.push(server);
    return url;
  };

  before(async () => {
    client = new SandboxClient(await startSandbox({ port: 0 }));
    portalUrl = await startPortal();
  });
  after(async () => {
    await Promise.all(running.map(stop));
    await client.sandbox.close();
  });

  interface PortalRequest {
    url?: string;
    method?: string;
    headers?: Record<string, string>;
    body?: unknown;
  }

  const call = async (
    path: string,
    { url = portalUrl, method = 'POST', headers = {}, body = {} }: PortalRequest = {},
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: { Origin: ORIGIN, 'Content-Type': 'application/json', ...headers },
      body: method === 'GET' ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(!text.includes(client.sandbox.test.apiKey));
    if (path.startsWith('/portal/')) {
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('content-type'), 'application/json');
      if (response.status !== 200) assert.deepEqual(Object.keys(JSON.parse(text)), ['error']);
    }
    return { status: response.status, headers: response.headers, text };
  };

  const signIn = async (cardholder: string, url = portalUrl): Promise<{ Cookie: string }> => {
    const { status, headers } = await call('/portal/session', { url, body: { cardholder } });
    assert.equal(status, 200);
    return { Cookie: headers.get('set-cookie')!.split(';', 1)[0]! };
  };

  const mint = async (cardId: unknown, headers: Record<string, string>, url = portalUrl) =>
    call('/portal/client-token', { url, headers, body: { cardId } });

  it('gives the signed-in cardholder a token that can set the PIN of the card', async () => {
    const { status, text } = await mint('card_test_accepted', await signIn('Ada'));
    assert.equal(status, 200);
    const token = JSON.parse(text);
    assert.deepEqual(Object.keys(token), ['value', 'expirationDate']);
    const authorization = `Bearer ${token.value}`;
    const reply = await client.setPin('card_test_accepted', { authorization });
    assert.equal(reply.json.data.setPinForPaymentCard.__typename, 'PaymentCard');
  });

  it('sets a cookie that scripts can’t read and other sites’ requests don’t carry', async () => {
    const { headers } = await call('/portal/session', { body: { cardholder: 'Ada' } });
    const cookie = headers.get('set-cookie') ?? '';
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/portal', 'Secure', 'Max-Age']) {
      assert.ok(cookie.includes(`; ${attribute}`), attribute);
    }
    assert.ok(!cookie.includes('Ada'));
  });

  it('omits Secure over http, where the browser would drop the cookie', async () => {
    const url = await startPortal({ origin: 'http://localhost:5173' });
    const { headers } = await call('/portal/session', {
      url,
      headers: { Origin: 'http://localhost:5173' },
      body: { cardholder: 'Ada' },
    });
    assert.ok(!headers.get('set-cookie')!.includes('Secure'));
  });

  it('starts a new session at each sign-in and ends the old one', async () => {
    const first = await signIn('Ada');
    const { headers } = await call('/portal/session', {
      headers: first,
      body: { cardholder: 'Ada' },
    });
    const second = { Cookie: headers.get('set-cookie')!.split(';', 1)[0]! };
    assert.notEqual(second.Cookie, first.Cookie);
    assert.equal((await mint('card_test_accepted', first)).status, 401);
    assert.equal((await mint('card_test_accepted', second)).status, 200);
  });

  it('signs in only its own cardholders', async () => {
    for (const cardholder of ['Mallory', undefined, 7, '__proto__', ['Ada']]) {
      const { status, headers } = await call('/portal/session', { body: { cardholder } });
      assert.equal(status, 403);
      assert.equal(headers.get('set-cookie'), null);
    }
  });

  it('answers 401 to a request without a session', async () => {
    assert.equal((await mint('card_test_accepted', {})).status, 401);
    for (const Cookie of ['portal_session=', 'portal_session=guess', 'other=1; portal_session=x']) {
      assert.equal((await mint('card_test_accepted', { Cookie })).status, 401);
    }
  });

  it('answers 403 with the same text for another’s card and for an unknown card', async () => {
    await client.control('DELETE', '/requests');
    const session = await signIn('Ada');
    const others = await mint('card_test_weak_pin', session);
    const unknown = await mint('card_test_nowhere', session);
    assert.equal(others.status, 403);
    assert.deepEqual([others.status, others.text], [unknown.status, unknown.text]);
    assert.deepEqual(await client.requests(), []);
  });

  it('answers 403 to another origin and to a missing origin', async () => {
    const session = await signIn('Ada');
    for (const Origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'null', '']) {
      const headers = { ...session, Origin };
      assert.equal((await mint('card_test_accepted', headers)).status, 403);
      const { status } = await call('/portal/session', { headers, body: { cardholder: 'Ada' } });
      assert.equal(status, 403);
    }
  });

  it('lets no page of another origin read a response', async () => {
    const { headers } = await mint('card_test_accepted', await signIn('Ada'));
    assert.equal(headers.get('access-control-allow-origin'), null);
  });

  it('answers 405 to another method', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      for (const path of ['/portal/session', '/portal/client-token']) {
        const { status, headers } = await call(path, { method });
        assert.equal(status, 405);
        assert.equal(headers.get('allow'), 'POST');
      }
    }
  });

  it('answers 404 to an unknown path below /portal/ and passes on all other paths', async () => {
    assert.equal((await call('/portal/else')).status, 404);
    assert.equal((await call('/portal/client-token/')).status, 404);
    for (const path of ['/', '/portal', '/portals/session', '/x/portal/session']) {
      assert.equal((await call(path)).text, 'next');
    }
  });

  it('ends a session after half an hour', async (context) => {
    const session = await signIn('Ada');
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 29 * 60_000 });
    assert.equal((await mint('card_test_accepted', session)).status, 200);
    context.mock.timers.setTime(Date.now() + 2 * 60_000);
    assert.equal((await mint('card_test_accepted', session)).status, 401);
  });

  it('throws for an origin that no browser sends', () => {
    const options = { serviceEndpoint: ORIGIN, apiKey: 'key', cardholders: [] };
    for (const origin of ['cards.example', `${ORIGIN}/`, 'null'])
      assert.throws(() => createPortal({ ...options, origin }), TypeError, origin);
  });
});
