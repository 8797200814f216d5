import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../../src/node/command.js';
import { LOOPBACK } from '../../../src/node/loopback-server.js';
import { SANDBOX_CARDS } from '../../../src/node/sandbox/cards.js';
import {
  describe as describeSandbox,
  main,
  readArguments,
} from '../../../src/node/sandbox/main.js';
import { startSandbox, type Sandbox } from '../../../src/node/sandbox/sandbox.js';
import { statusOf } from '../http-client.js';
import { assertNoStack, startCommand } from '../run-command.js';
import { readEvents, SandboxClient } from './sandbox-client.js';

const PROGRAM = fileURLToPath(new URL('../../../src/node/cli.ts', import.meta.url));

const run = (...args: string[]) => startCommand(PROGRAM, ['sandbox', ...args]);

describe('set-card-pin sandbox', () => {
  it('answers at the addresses that it prints, and stops cleanly on Ctrl+C', async () => {
    const { process: child, ended, printed } = run('--port', '0');
    const urls = (await printed('Press Ctrl+C to stop it.')).match(/http:[^ \n]+/g) ?? [];
    assert.deepEqual(await Promise.all(urls.map((url) => statusOf(url))), [405, 405, 200]);
    child.kill('SIGINT');
    const { exitCode, stdout, stderr } = await ended;
    assert.equal(exitCode, 0);
    // A slow start prints a notice.
    assert.match(stderr, /^(Starting…\n)?$/);
    assert.doesNotMatch(stdout, /\u001b/);
  });

  it('reports usage errors', () => {
    for (const [args, message] of [
      [['--port', '65534'], '--port must be a whole number from 0 to 65533.'],
      [['--host', 'localhost:80'], '--host must be an IP address.'],
      [['--port', '0', '--'], 'The command after -- is missing.'],
    ] as const) {
      assert.throws(() => readArguments([...args]), { constructor: UsageError, message });
    }
  });

  it('runs a command with its addresses and key, passes SIGINT on to it, and ends with its exit code', async () => {
    const script = `
      const { SET_CARD_PIN_ENDPOINT, SET_CARD_PIN_API_KEY, SET_CARD_PIN_CONTROL } = process.env;
      const response = await fetch(SET_CARD_PIN_ENDPOINT, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: 'Basic ' + btoa(SET_CARD_PIN_API_KEY),
        },
        body: '{"query":"{ ping }"}',
      });
      const { requests } = await (await fetch(SET_CARD_PIN_CONTROL + '/requests')).json();
      process.once('SIGINT', () => process.exit(7));
      setInterval(() => {}, 1000);
      console.log(SET_CARD_PIN_ENDPOINT, (await response.json()).data.ping, requests.length);`;
    const node = [process.execPath, '--input-type=module', '--eval', script];
    const { process: child, ended, printed } = run('--port', '0', '--', ...node);
    await printed('pong');
    child.kill('SIGINT');
    const { exitCode, stdout, stderr } = await ended;
    assert.equal(exitCode, 7, stderr);
    const [, url = ''] = /^(http:\S+) pong 1\n$/.exec(stdout) ?? [];
    await assert.rejects(fetch(url), stdout);

    const unknown = await run('--port', '0', '--', '/nowhere/command').ended;
    assert.equal(unknown.exitCode, 127);
    assert.match(unknown.stderr, /^\/nowhere\/command can’t be started: /);
  });

  it('ends its command if the shell that npm started ends', async () => {
    const script = 'console.log("early"); setTimeout(() => console.log("late"), 20_000)';
    const node = [process.execPath, '--eval', script];
    const args = ['--import', 'tsx', PROGRAM, 'sandbox', '--port', '0', '--', ...node];
    const shell = spawn('sh', ['-c', '"$@"; :', 'sh', process.execPath, ...args], {
      env: { ...process.env, npm_lifecycle_event: 'test' },
    });
    let printed = '';
    shell.stdout.on('data', (chunk) => (printed += String(chunk)));
    await once(shell.stdout, 'data');
    shell.kill('SIGKILL');
    // Once all processes have ended that could print.
    await once(shell, 'close');
    assert.equal(printed, 'early\n');
  });

  for (const [host, url, audience] of [
    ['::1', 'http://[::1]:', 'this machine only'],
    ['::ffff:127.0.0.1', 'http://[::ffff:127.0.0.1]:', 'this machine only'],
    ['0.0.0.0', 'http://127.0.0.1:', 'every machine that can reach this one'],
  ] as const)
    it(`prints who can reach it, addresses to connect to, keys and cards: ${host}`, async (context) => {
      const sandbox = await startSandbox({ port: 0, host });
      context.after(() => sandbox.close());
      const printed = describeSandbox(sandbox, host);
      assert.match(printed, new RegExp(`for ${audience}. It takes no real data`));
      const { test, live, control } = sandbox;
      const cards = SANDBOX_CARDS.flatMap(({ id, description }) => [id, description]);
      for (const text of [test.url, test.apiKey, live.url, live.apiKey, control.url, ...cards])
        assert.ok(printed.includes(text), text);
      assert.ok(test.url.startsWith(url), test.url);
      assert.equal(await statusOf(test.url), 405);
    });

  it('reports an unknown schema as a usage error', async (context) => {
    const printed = context.mock.method(process.stderr, 'write', () => true);
    await main(['--port', '0', '--schema', 'other']);
    assert.equal(process.exitCode, 2);
    process.exitCode = undefined;
    const [text] = printed.mock.calls[0]!.arguments;
    assert.match(
      String(text),
      /^The schema must be one of: full, scalar-key, provider\.\n\nUsage: /,
    );
  });

  it('reports a port in use or an address of another machine', async (context) => {
    const sandbox = await startSandbox({ port: 0 });
    context.after(() => sandbox.close());
    const { port } = new URL(sandbox.test.url);
    const { exitCode, stderr } = await run('--port', port).ended;
    assert.equal(exitCode, 1);
    assert.equal(stderr, `Port ${port} is in use. Choose another one with --port N.\n`);
    // An address that is reserved for documentation, and one that needs an interface.
    for (const host of ['192.0.2.1', 'fe80::1']) {
      const elsewhere = await run('--port', '0', '--host', host).ended;
      assert.equal(elsewhere.exitCode, 1);
      const message = `${host} is not an address of this machine. Choose another one with --host `;
      assert.ok(elsewhere.stderr.includes(message), elsewhere.stderr);
      assertNoStack(elsewhere.stderr);
    }
  });
});

describe('startSandbox', () => {
  /** An address of this machine that a server on 127.0.0.1 doesn't listen on. */
  const otherAddress =
    Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.2';
  const statusElsewhere = (url: string): Promise<number> =>
    statusOf(url, { hostname: otherAddress });

  it('listens on another address if given one, except for the control interface', async (context) => {
    const sandbox = await startSandbox({ port: 0, host: '0.0.0.0' });
    context.after(() => sandbox.close());
    assert.equal(await statusElsewhere(sandbox.test.url), 405);
    assert.equal(await statusElsewhere(sandbox.live.url), 405);
    const own = await startSandbox({ port: 0 });
    // By default the others listen on loopback only, too.
    for (const { url } of [sandbox.control, own.test, own.live, own.control])
      await assert.rejects(statusElsewhere(url), { code: 'ECONNREFUSED' });
    await own.close();
  });

  it('takes three ports in a row', async (context) => {
    // Tries ports until three in a row are free.
    let sandbox: Sandbox | undefined;
    let port = 21_400;
    context.after(() => sandbox?.close());
    while (!(sandbox = await startSandbox({ port }).catch(() => undefined))) port += 3;
    const { test, live, control } = sandbox;
    const ports = [test, live, control].map(({ url }) => Number(new URL(url).port));
    assert.deepEqual(ports, [port, port + 1, port + 2]);
    // Twice, because a failed start must free the ports that it already had.
    for (const _ of ['first', 'second'])
      await assert.rejects(startSandbox({ port: port - 2 }), { code: 'EADDRINUSE', port });
  });

  it('closes while requests are pending and streams are open', async () => {
    const client = new SandboxClient(await startSandbox({ port: 0 }));
    await client.delay('card_test_accepted', null);
    const authorization = await client.bearer('card_test_accepted');
    const held = client.setPin('card_test_accepted', { authorization }).catch(() => 'cut');
    await client.waitForPin('card_test_accepted');
    const slow = await client.card('accepted');
    // A timer that outlives its connection would keep this process running.
    await client.answers(slow.id, [{ status: 500, execute: true, delayMilliseconds: 600_000 }]);
    const delayed = client.setPin(slow.id).catch(() => 'cut');
    await client.waitForPin(slow.id);
    const stream = await client.openEvents();
    const streamed = stream.text().catch(() => 'cut');
    await client.sandbox.close();
    assert.deepEqual(await Promise.all([held, delayed, streamed]), ['cut', 'cut', 'cut']);
  });

  it('keeps running if a client leaves before its answer or during a body, and logs that', async (context) => {
    const client = new SandboxClient(await startSandbox({ port: 0 }));
    context.after(() => client.sandbox.close());
    await client.delay('card_test_accepted', null);
    const authorization = await client.bearer('card_test_accepted');
    const abort = new AbortController();
    const stream = await client.openEvents();
    const options = { authorization, signal: abort.signal };
    const left = client.setPin('card_test_accepted', options);
    await client.waitForPin('card_test_accepted');
    abort.abort();
    await assert.rejects(left);
    const { port, host } = new URL(client.sandbox.test.url);
    const socket = connect(Number(port), LOOPBACK);
    const head = ['POST /graphql HTTP/1.1', `Host: ${host}`, 'Content-Length: 1000', '', '{'];
    socket.write(head.join('\r\n'), () => socket.destroy());
    for (const { response } of await readEvents(stream, 2)) assert.equal(response, null);
    assert.equal((await client.post({ query: '{ ping }' })).status, 200);
  });
});
