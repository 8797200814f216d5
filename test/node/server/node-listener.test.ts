import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { nodeListener } from '../../../src/node/server/client-token-handler.js';
import { serve, type RunningServer } from '../../support/serve.js';
import { HOSTILE_TARGETS, sendHead, sendLines } from '../../support/http-client.js';

const origin = 'https://cards.example';

describe('nodeListener', () => {
  const running: RunningServer[] = [];
  after(() => Promise.all(running.map((server) => server.close())));

  const start = async (listener: RequestListener) => {
    const server = await serve(createServer(listener));
    running.push(server);
    return server.url;
  };

  it('forwards the method, the address, every header and the body', async () => {
    const echo = async (request: Request) => {
      const sent = ['X-One', 'Cookie'].map((name) => request.headers.get(name));
      return Response.json([request.url, request.method, sent, await request.text()]);
    };
    const url = await start(nodeListener(echo, { origin }));
    const body = 'é'.repeat(100_000);
    const headers = { 'X-One': 'a', Cookie: 'c=d' };
    const response = await fetch(`${url}/portal/token?a=1`, { method: 'POST', headers, body });
    const expected = [`${origin}/portal/token?a=1`, 'POST', ['a', 'c=d'], body];
    assert.deepEqual(await response.json(), expected);
  });

  it('uses the origin from its options for any request, and survives malformed requests', async () => {
    const url = await start(nodeListener(({ url }) => Response.json({ url }), { origin }));
    for (const host of ['evil.example/', 'a:b:c', '['])
      for (const target of ['/', '//evil.example/x', ...HOSTILE_TARGETS]) {
        const answer = await sendHead(url, target, host);
        assert.match(answer, /^HTTP\/1\.1 (200|400)/, `${host} ${target}`);
        const [, address] = /"url":"(.*?)"/.exec(answer) ?? [];
        if (address !== undefined) assert.equal(new URL(address).origin, origin);
      }
    assert.match(await sendHead(url, '/', 'a', 'TRACE'), /^HTTP\/1\.1 400/);
    for (const method of ['CONNECT', 'QUERY']) await sendHead(url, '/', 'a', method);
    assert.equal((await fetch(url)).status, 200);
  });

  it('forwards everything that middleware has added or replaced', async () => {
    const listener = nodeListener(
      ({ headers }, { user }: IncomingMessage & { user: string }) =>
        Response.json([user, headers.get('X-User')]),
      { origin },
    );
    const url = await start((request, response) => {
      request.headers['x-user'] = 'ada';
      listener(Object.assign(request, { user: 'ada' }), response);
    });
    const response = await fetch(url, { headers: { 'X-User': 'mallory' } });
    assert.deepEqual(await response.json(), ['ada', 'ada']);
  });

  it('sends each Set-Cookie, merges Vary, overrides other middleware headers, and drops a wrong Content-Length', async () => {
    const wrong = { 'Content-Length': '1' };
    const headers = new Headers({ 'X-Frame-Options': 'DENY', Vary: 'Origin', ...wrong });
    for (const cookie of ['a=1; Path=/', 'b=2']) headers.append('Set-Cookie', cookie);
    const listener = nodeListener(() => new Response('whole', { headers }), { origin });
    const url = await start((request, response) => {
      response.setHeader('X-Frame-Options', 'SAMEORIGIN').setHeader('Vary', 'Accept');
      listener(request, response);
    });
    const response = await fetch(url);
    assert.equal(await response.text(), 'whole');
    assert.equal(response.headers.get('X-Frame-Options'), 'DENY');
    assert.equal(response.headers.get('Vary'), 'Accept, Origin');
    assert.deepEqual(response.headers.getSetCookie(), ['a=1; Path=/', 'b=2']);
  });

  it('accepts the next request on a connection after a partly read body', async () => {
    const listener = nodeListener(
      async ({ body }) => {
        await body?.getReader().read();
        return new Response(null, { status: body === null ? 204 : 413 });
      },
      { origin },
    );
    const long = 'x'.repeat(1_000_000);
    const answers = await sendLines(
      await start(listener),
      ...['POST / HTTP/1.1', 'Host: a', `Content-Length: ${long.length}`, ''],
      ...[`${long}GET / HTTP/1.1`, 'Host: a', 'Connection: close', '', ''],
    );
    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 204']);
  });

  it('explains at once that another parser has read the body', async () => {
    const listener = nodeListener(() => assert.fail(), { origin });
    const url = await start((request, response) => {
      void text(request).then(() => listener(request, response));
    });
    const response = await fetch(url, { method: 'POST', body: '{}' });
    assert.equal(response.status, 500);
    assert.match(await response.text(), /by express\.json\(\)\. Put the route first/);
  });

  it('calls next, or else responds with 500, if a handler throws or returns a response that has already been read', async () => {
    const spent = new Response('x');
    await spent.text();
    const fail = () => {
      throw new Error('secret');
    };
    for (const handler of [fail, () => spent]) {
      const listener = nodeListener(handler, { origin });
      const response = await fetch(await start(listener));
      assert.equal(response.status, 500);
      assert.doesNotMatch(await response.text(), /secret/);
      const url = await start((request, response) =>
        listener(request, response, () => response.writeHead(418).end()),
      );
      assert.equal((await fetch(url)).status, 418);
    }
  });

  it('can’t be created without an origin', () => {
    // @ts-expect-error: the options are required
    assert.throws(() => nodeListener(() => new Response()), /^TypeError: origin must be an origin/);
  });
});
