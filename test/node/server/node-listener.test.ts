import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { nodeListener } from '../../../src/node/server/client-token-handler.js';
import { serve } from '../../support/serve.js';
import { HOSTILE_TARGETS, sendHead } from '../../support/http-client.js';

const origin = 'https://cards.example';

async function start(context: TestContext, listener: RequestListener): Promise<string> {
  const { url, close } = await serve(createServer(listener));
  context.after(close);
  return url;
}

describe('nodeListener', () => {
  it('forwards the method, the address, every header and the body', async (context) => {
    const echo = async (request: Request) => {
      const sent = ['X-One', 'Cookie'].map((name) => request.headers.get(name));
      return Response.json([request.url, request.method, sent, await request.text()]);
    };
    const url = await start(context, nodeListener(echo, { origin }));
    const body = 'é'.repeat(100_000);
    const headers = { 'X-One': 'a', Cookie: 'c=d' };
    const response = await fetch(`${url}/portal/token?a=1`, { method: 'POST', headers, body });
    const expected = [`${origin}/portal/token?a=1`, 'POST', ['a', 'c=d'], body];
    assert.deepEqual(await response.json(), expected);
  });

  it('uses the origin from its options for any request, and survives malformed requests', async (context) => {
    const url = await start(
      context,
      nodeListener(({ url }) => Response.json({ url }), { origin }),
    );
    for (const target of ['//evil.example/x', ...HOSTILE_TARGETS]) {
      const answer = await sendHead(url, target, 'evil.example/');
      assert.match(answer, /^HTTP\/1\.1 (200|400)/, target);
      const [, address] = /"url":"(.*?)"/.exec(answer) ?? [];
      if (address !== undefined) assert.equal(new URL(address).origin, origin);
    }
    assert.match(await sendHead(url, '/', 'a', 'TRACE'), /^HTTP\/1\.1 400/);
    assert.equal((await fetch(url)).status, 200);
  });

  it('forwards everything that middleware has added or replaced', async (context) => {
    const listener = nodeListener(
      ({ headers }, { user }: IncomingMessage & { user: string }) =>
        Response.json([user, headers.get('X-User')]),
      { origin },
    );
    const url = await start(context, (request, response) => {
      request.headers['x-user'] = 'ada';
      listener(Object.assign(request, { user: 'ada' }), response);
    });
    const response = await fetch(url, { headers: { 'X-User': 'mallory' } });
    assert.deepEqual(await response.json(), ['ada', 'ada']);
  });

  it('sends each Set-Cookie, merges Vary, overrides other middleware headers, and drops a wrong Content-Length', async (context) => {
    const wrong = { 'Content-Length': '1' };
    const headers = new Headers({ 'X-Frame-Options': 'DENY', Vary: 'Origin', ...wrong });
    for (const cookie of ['a=1; Path=/', 'b=2']) headers.append('Set-Cookie', cookie);
    const listener = nodeListener(() => new Response('whole', { headers }), { origin });
    const url = await start(context, (request, response) => {
      response.setHeader('X-Frame-Options', 'SAMEORIGIN').setHeader('Vary', 'Accept');
      listener(request, response);
    });
    const response = await fetch(url);
    assert.equal(await response.text(), 'whole');
    assert.equal(response.headers.get('X-Frame-Options'), 'DENY');
    assert.equal(response.headers.get('Vary'), 'Accept, Origin');
    assert.deepEqual(response.headers.getSetCookie(), ['a=1; Path=/', 'b=2']);
  });

  it('responds to the next request after a body that it has only partly read', async (context) => {
    const respond = async ({ body }: Request) => {
      await body!.getReader().read();
      return new Response(null, { status: 403 });
    };
    const url = await start(context, nodeListener(respond, { origin }));
    const init = { method: 'POST', body: 'x'.repeat(1_000_000) };
    for (let nth = 0; nth < 3; nth++) assert.equal((await fetch(url, init)).status, 403);
  });

  it('explains at once that another parser has read the body', async (context) => {
    const listener = nodeListener(() => assert.fail(), { origin });
    const url = await start(context, (request, response) => {
      void text(request).then(() => listener(request, response));
    });
    const response = await fetch(url, { method: 'POST', body: '{}' });
    assert.equal(response.status, 500);
    assert.match(await response.text(), /by express\.json\(\)\. Put the route first/);
  });

  it('responds with 500 if a handler throws, or calls next if there is one', async (context) => {
    const fail = () => {
      throw new Error('secret');
    };
    const listener = nodeListener(fail, { origin });
    const response = await fetch(await start(context, listener));
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /secret/);
    const url = await start(context, (request, response) =>
      listener(request, response, () => response.writeHead(418).end()),
    );
    assert.equal((await fetch(url)).status, 418);
  });

  it('can’t be created without an origin', () => {
    // @ts-expect-error: the options are required
    assert.throws(() => nodeListener(() => new Response()), /^TypeError: origin must be an origin/);
  });
});
