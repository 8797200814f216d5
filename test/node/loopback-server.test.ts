import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startSite } from '../../demo/apps/site/site.js';
import { createFrameServer } from '../../src/node/frame/frame-files.js';
import {
  addressOf,
  createLoopbackServer,
  listen,
  stop,
  type Handler,
} from '../../src/node/loopback-server.js';
import { startSandbox, type Sandbox } from '../../src/node/sandbox/sandbox.js';
import { Collector } from '../leaks/recorders/collector.js';
import { Site } from '../support/site.js';
import { PREPARED } from './frame/page.js';
import { startStaticHost } from './frame/static-host.js';
import { statusOf } from './http-client.js';
import { HOSTILE_TARGETS, sendTarget } from './hostile-requests.js';

/** Servers of each kind, by what they are. */
const urls = new Map<string, string>();
const running: { close(): Promise<void> }[] = [];
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'set-card-pin-servers-'));
  await mkdir(join(folder, 'client'));
  await writeFile(join(folder, 'client', 'index.html'), '<!doctype html><title>A card</title>');
  await writeFile(join(folder, '_headers'), '/*\n');
  const sandbox = await startSandbox({ port: 0 });
  const frame = createFrameServer(PREPARED);
  await listen(frame, 0);
  const site = await startSite(folder, sandbox);
  const staticHost = await startStaticHost(folder);
  const collector = await Collector.start();
  const testSite = new Site('127.0.0.1');
  await testSite.open();
  running.push(site, staticHost, collector, testSite, sandbox, { close: () => stop(frame) });
  urls.set('the frame page', addressOf(frame));
  urls.set('the apps', site.url);
  urls.set('the sandbox', sandbox.test.url);
  urls.set('the sandbox’s control interface', sandbox.control.url);
  urls.set('a static host', staticHost.url);
  urls.set('a recorder’s vendor', collector.url);
  urls.set('a test’s site', testSite.origin);
});

after(async () => {
  await Promise.all(running.map((each) => each.close()));
  await rm(folder, { recursive: true, force: true });
});

describe('a server on loopback', () => {
  for (const name of [
    'the frame page',
    'the apps',
    'the sandbox',
    'the sandbox’s control interface',
    'a static host',
    'a recorder’s vendor',
    'a test’s site',
  ]) {
    it(`answers every target, with an error that is not its own: ${name}`, async () => {
      const url = urls.get(name)!;
      for (const target of HOSTILE_TARGETS) {
        const answer = await sendTarget(url, target);
        assert.match(answer, /^HTTP\/1\.1 [234]\d\d /, `${target}\n${answer}`);
      }
    });

    it(`refuses a Host that is not loopback: ${name}`, async () => {
      const url = urls.get(name)!;
      const { port } = new URL(url);
      for (const host of [
        'rebound.example',
        `rebound.example:${port}`,
        'localhost.example',
        '127.0.0.1.example',
        'localhost@rebound.example',
        '[::2]',
        '192.0.2.1',
      ]) {
        assert.equal(await statusOf(url, { headers: { Host: host } }), 403, host);
      }
      for (const host of ['127.0.0.1', `LOCALHOST:${port}`, 'a.localhost', '[::1]:1']) {
        assert.notEqual(await statusOf(url, { headers: { Host: host } }), 403, host);
      }
    });
  }

  it('answers every Host if it is started for other machines: the sandbox', async () => {
    const sandbox: Sandbox = await startSandbox({ port: 0, host: '0.0.0.0' });
    running.push(sandbox);
    const { port } = new URL(sandbox.test.url);
    const headers = { Host: 'sandbox.example' };
    assert.equal(await statusOf(`http://127.0.0.1:${port}/graphql`, { headers }), 405);
    assert.equal(await statusOf(sandbox.control.url, { headers }), 403);
  });
});

describe('the handler of a server on loopback', () => {
  /** Returns the status of a request to a server with a handler, and what it prints. */
  async function answerOf(handle: Handler): Promise<{ status: number | string; server: Server }> {
    const server = createLoopbackServer(handle);
    await listen(server, 0);
    running.push({ close: () => stop(server) });
    const status = await statusOf(addressOf(server)).catch((error: Error) => error.message);
    return { status, server };
  }

  for (const [title, handle, expected] of [
    [
      'throws',
      () => {
        throw new Error('planted');
      },
      500,
    ],
    ['rejects', () => Promise.reject(new Error('planted')), 500],
    [
      'throws after the headers',
      (_request, response) => {
        response.flushHeaders();
        throw new Error('planted');
      },
      200,
    ],
  ] as const satisfies readonly (readonly [string, Handler, number])[]) {
    it(`doesn’t stop the server if it ${title}, and the error is printed`, async (context) => {
      const printed = context.mock.method(console, 'error', () => undefined);
      const { status, server } = await answerOf(handle);
      assert.equal(status, expected);
      assert.equal(server.listening, true);
      assert.match(String(printed.mock.calls[0]?.arguments[0]), /planted/);
    });
  }
});
