/** The servers of `npm start`, without its process. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import { PortError } from '../../src/node/command.js';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { HOSTILE_TARGETS, sendTarget } from '../node/hostile-requests.js';
import { statusOf } from '../node/http-client.js';

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

describe('npm start without its process', { timeout: TIMEOUT }, () => {
  let playground: Playground;

  before(async () => {
    playground = await startPlayground(0);
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

  it('says which ports are in use', async () => {
    const taken = createServer();
    await listen(taken, 0);
    const port = Number(new URL(addressOf(taken)).port);
    const error: unknown = await startPlayground(port - 1).catch((reason: unknown) => reason);
    await stop(taken);
    assert.ok(error instanceof PortError);
    assert.match(error.message, new RegExp(`Port ${port} is in use`));
  });
});
