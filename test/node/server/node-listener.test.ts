import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { nodeListener } from '../../../src/node/server/client-token-handler.js';
import { serve, type RunningServer } from '../../support/serve.js';
import { HOSTILE_TARGETS } from '../hostile-requests.js';

const ORIGIN = 'https://cards.example';

describe('a listener of node:http', () => {
  const running: RunningServer[] = [];
  after(() => Promise.all(running.map((server) => server.close())));

  const start = async (listener: RequestListener) => {
    const server = await serve(createServer(listener));
    running.push(server);
    return server.url;
  };

  const startEcho = () =>
    start(
      nodeListener(
        async ({ url, method, headers, body }) => {
          const sent = [...headers].filter(([name]) => name.startsWith('x-') || name === 'cookie');
          return Response.json({
            ...{ url, method, sent: Object.fromEntries(sent) },
            body: body && (await new Response(body).text()),
          });
        },
        { origin: ORIGIN },
      ),
    );

  /** Sends a request as it is. Returns what the server sends until it closes the connection. */
  const send = async (url: string, method: string, target: string, host: string) => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', '', ''];
    socket.end(head.join('\r\n'));
    return text(socket);
  };

  it('passes on the method, the address, every header and the body', async () => {
    const url = await startEcho();
    const response = await fetch(`${url}/portal/token?a=1`, {
      method: 'POST',
      headers: { 'X-One': 'a', Cookie: 'c=d' },
      body: 'é'.repeat(100_000),
    });
    assert.deepEqual(await response.json(), {
      url: `${ORIGIN}/portal/token?a=1`,
      method: 'POST',
      sent: { cookie: 'c=d', 'x-one': 'a' },
      body: 'é'.repeat(100_000),
    });
  });

  it('takes the origin from its option, whatever the request says, and stays alive', async () => {
    const url = await startEcho();
    for (const host of ['a:b:c', '[', '%', '@', 'evil.example/', '', 'a b', '\xff'])
      for (const target of ['/', '//evil.example/x', ...HOSTILE_TARGETS]) {
        const answer = await send(url, 'GET', target, host);
        assert.match(answer, /^HTTP\/1\.1 (200|400)/, `${host} ${target}`);
        const [, address] = /"url":"(.*?)"/.exec(answer) ?? [];
        if (address !== undefined) assert.equal(new URL(address).origin, ORIGIN);
      }
    for (const method of ['TRACE', 'CONNECT', 'QUERY']) await send(url, method, '/', 'a');
    assert.equal((await fetch(url)).status, 200);
  });

  it('keeps each Set-Cookie', async () => {
    const headers = new Headers([
      ['Set-Cookie', 'a=1; Path=/'],
      ['Set-Cookie', 'b=2'],
    ]);
    const url = await start(
      nodeListener(() => new Response(null, { status: 204, headers }), { origin: ORIGIN }),
    );
    const response = await fetch(url);
    assert.equal(response.status, 204);
    assert.deepEqual(response.headers.getSetCookie(), ['a=1; Path=/', 'b=2']);
  });

  it('says at once that another parser has read the body', async () => {
    const listener = nodeListener(() => assert.fail(), { origin: ORIGIN });
    const url = await start((request, response) => {
      void text(request).then(() => listener(request, response));
    });
    const response = await fetch(url, { method: 'POST', body: '{}' });
    assert.equal(response.status, 500);
    assert.match(await response.text(), /Put this route before express\.json\(\)/);
  });

  it('answers 500 for a handler that throws, rejects or returns a response that was read', async () => {
    const spent = new Response('x');
    await spent.text();
    const fail = () => {
      throw new Error('secret');
    };
    for (const handler of [fail, () => Promise.reject(new Error('secret')), () => spent]) {
      const response = await fetch(await start(nodeListener(handler, { origin: ORIGIN })));
      assert.equal(response.status, 500);
      assert.doesNotMatch(await response.text(), /secret/);
    }
  });

  it('can’t be created for an origin that no browser sends', () => {
    for (const origin of ['*', `${ORIGIN}/`, undefined as never])
      assert.throws(
        () => nodeListener(() => new Response(), { origin }),
        /^TypeError: origin must/,
      );
    // @ts-expect-error: the options are required
    assert.throws(() => nodeListener(() => new Response()), /^TypeError: origin must be an origin/);
  });
});
