import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setPinOperation } from '../../../src/set-pin/operation.js';
import { request, type Platform } from '../../../src/set-pin/request.js';

const OPERATION = setPinOperation('card_1', '4826', 'key');

/** Runs with a server that answers as told, on loopback. */
async function serving<T>(answer: RequestListener, run: (url: URL) => Promise<T>): Promise<T> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await run(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Node's own platform, with a note of what each request was asked to be. */
function platform(noted: RequestInit[] = []): Platform {
  return {
    fetch: (url, init) => {
      noted.push(init);
      return fetch(url, init);
    },
    json: JSON,
    online: () => true,
  };
}

const send = (url: URL, noted?: RequestInit[]) =>
  request(url, OPERATION, 'token', platform(noted), new AbortController().signal);

describe('request', () => {
  it('goes out without credentials, cache, referrer and redirects', async () => {
    const noted: RequestInit[] = [];
    await serving(
      (_, response) => response.end('{}'),
      (url) => send(url, noted),
    );
    const { method, credentials, cache, referrerPolicy, redirect } = noted[0] ?? {};
    assert.deepEqual(
      { method, credentials, cache, referrerPolicy, redirect },
      {
        method: 'POST',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
      },
    );
  });

  it('follows no redirect: nobody else gets the PIN', async () => {
    let arrived = 0;
    const reply = await serving(
      (_, response) => {
        arrived++;
        response.end('{}');
      },
      (elsewhere) =>
        serving(
          (_, response) => response.writeHead(307, { Location: elsewhere.href }).end(),
          (url) => send(url),
        ),
    );
    assert.deepEqual(reply, { kind: 'lost' });
    assert.equal(arrived, 0);
  });

  it('is lost when the connection is cut, and an answer when there is one, JSON or not', async () => {
    const cut = await serving(
      (incoming) => incoming.socket.destroy(),
      (url) => send(url),
    );
    assert.deepEqual(cut, { kind: 'lost' });
    const html = await serving(
      (_, response) => response.writeHead(502).end('<html>'),
      (url) => send(url),
    );
    assert.deepEqual(html, { kind: 'answer', status: 502, body: undefined });
  });

  it('is unsent when it can’t even be written', async () => {
    const broken: Platform = {
      ...platform(),
      json: {
        parse: JSON.parse,
        stringify: () => {
          throw new Error('patched');
        },
      },
    };
    const signal = new AbortController().signal;
    const reply = await request(new URL('http://127.0.0.1:9/'), OPERATION, 'token', broken, signal);
    assert.deepEqual(reply, { kind: 'unsent' });
  });

  it('is aborted at once by its signal, before and while it is out', async () => {
    const gone = AbortSignal.abort();
    assert.deepEqual(
      await request(new URL('http://127.0.0.1:9/'), OPERATION, 'token', platform(), gone),
      { kind: 'aborted' },
    );
    const controller = new AbortController();
    const reply = await serving(
      () => controller.abort(),
      (url) => request(url, OPERATION, 'token', platform(), controller.signal),
    );
    assert.deepEqual(reply, { kind: 'aborted' });
  });
});
