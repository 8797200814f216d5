import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { guard } from '../../tools/test/loopback-plugin.js';
import { statusOf } from '../node/http-client.js';

describe('the server of the tests in a page', () => {
  const server = createServer((_request, response) => response.end());
  server.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  );

  before(async () => {
    guard(server);
    await listen(server, 0);
  });
  after(() => stop(server));

  /** Returns whether the server accepts a web socket. */
  async function opensSocket(headers: Readonly<Record<string, string>>): Promise<boolean> {
    const request = httpRequest(addressOf(server), {
      headers: { Connection: 'upgrade', Upgrade: 'x', ...headers },
    }).end();
    const opened = once(request, 'upgrade').then(([, socket]) => {
      (socket as Socket).destroy();
      return true;
    });
    return opened.catch(() => false);
  }

  it('answers only requests for a loopback host', async () => {
    const url = addressOf(server);
    assert.equal(await statusOf(url), 200);
    assert.equal(await statusOf(url, { headers: { Host: 'rebound.example' } }), 403);
  });

  it('opens web sockets only for pages on this machine', async () => {
    assert.equal(await opensSocket({}), true);
    assert.equal(await opensSocket({ Origin: 'http://localhost:8000' }), true);
    assert.equal(await opensSocket({ Origin: 'https://evil.example' }), false);
    assert.equal(await opensSocket({ Origin: 'null' }), false);
    assert.equal(await opensSocket({ Host: 'rebound.example' }), false);
  });
});
