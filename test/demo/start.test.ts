/** The servers of `npm start`, without its process. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import { PortError } from '../../src/node/command.js';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { freePort } from '../../tools/browsers/free-port.js';
import { HOSTILE_TARGETS, sendTarget } from '../node/hostile-requests.js';
import { statusOf } from '../node/http-client.js';

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

describe('npm start without its process', { timeout: TIMEOUT }, () => {
  let playground: Playground;

  before(async () => {
    playground = await startPlayground({ port: 0, framePort: 0, sandboxPort: 0 });
  });
  after(() => playground.close());

  it('redirects localhost to its own address', async () => {
    const address = `${playground.url.replace('127.0.0.1', 'localhost')}?scheme=dark`;
    const { status, headers } = await fetch(address, { redirect: 'manual' });
    assert.equal(status, 307);
    assert.equal(headers.get('location'), `${playground.url}?scheme=dark`);
  });

  it('can’t be stopped or read by a website', async () => {
    const { url, frame, sandbox } = playground;
    for (const target of HOSTILE_TARGETS) {
      const answer = await sendTarget(url, target);
      assert.match(answer, /^HTTP\/1\.1 [234]\d\d /, `${target}\n${answer}`);
    }
    const file = new URL('package.json', url).href;
    for (const address of [url, file, frame, sandbox.control.url]) {
      assert.equal(await statusOf(address, { headers: { Host: 'rebound.example' } }), 403, address);
      const { headers } = await fetch(address, { headers: { Origin: 'https://evil.example' } });
      assert.equal(headers.get('access-control-allow-origin'), null, address);
    }
  });

  it('says which ports are in use, all at once, and frees the others', async () => {
    const taken = [createServer(), createServer()];
    const ports = [];
    for (const server of taken) {
      await listen(server, 0);
      ports.push(Number(new URL(addressOf(server)).port));
    }
    const [framePort, sandboxPort] = ports as [number, number];
    const port = await freePort();
    const error: unknown = await startPlayground({
      port,
      framePort,
      sandboxPort: sandboxPort - 1,
    }).catch((reason: unknown) => reason);
    await Promise.all(taken.map(stop));
    assert.ok(error instanceof PortError);
    for (const each of ports) assert.match(error.message, new RegExp(`Port ${each} is in use`));
    assert.match(error.message, /npm start -- --frame-port 0 --sandbox-port 0$/);
    // It is free again.
    await listen(taken[0]!, port);
    await stop(taken[0]!);
  });

  it('frees its ports again if one is taken after the check', async () => {
    const port = await freePort();
    const framePort = await freePort();
    const thief = createServer();
    const starting = startPlayground({ port, framePort, sandboxPort: 0 });
    const failed = assert.rejects(starting, { code: 'EADDRINUSE', port: framePort });
    // The check frees the port for a moment, and the frame page is built before it takes it.
    while (!thief.listening) await listen(thief, framePort).catch(() => undefined);
    await failed;
    await stop(thief);
    await listen(thief, port);
    await stop(thief);
  });
});
