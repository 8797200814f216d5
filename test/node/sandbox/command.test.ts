import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, it, type TestContext } from 'node:test';
import { UsageError } from '../../../src/node/command.js';
import { API_KEYS } from '../../../src/node/sandbox/credentials.js';
import { main, readArguments } from '../../../src/node/sandbox/main.js';
import { startSandbox, type Sandbox } from '../../../src/node/sandbox/sandbox.js';
import { until } from '../../support/until.js';
import { statusOf } from '../../support/http-client.js';
import { startCommand } from '../../support/run-command.js';
import { CLI } from '../cli.js';
import { SandboxClient } from '../../support/sandbox-client.js';

const CARD = 'card_test_accepted';

const run = (...args: string[]) => startCommand(CLI, ['sandbox', '--port', '0', ...args]);

describe('set-card-pin sandbox', () => {
  it('listens on the addresses that it prints, and stops cleanly on Ctrl+C', async () => {
    const { process: child, ended, printed } = run();
    const text = await printed('Press Ctrl+C to stop it.');
    const urls = text.match(/http:[^ \n]+/g) ?? [];
    assert.deepEqual(await Promise.all(urls.map((url) => statusOf(url))), [405, 405, 200]);
    for (const each of [API_KEYS.test, API_KEYS.live, CARD, 'accepts every PIN'])
      assert.ok(text.includes(each), each);
    child.kill('SIGINT');
    const { exitCode, stderr } = await ended;
    assert.equal(exitCode, 0);
    // A slow start prints a notice.
    assert.match(stderr, /^(Starting…\n)?$/);
  });

  it('runs a command with the sandbox’s addresses and key, forwards SIGINT, and exits with the command’s exit code', async () => {
    const script = `
      const { SET_CARD_PIN_ENDPOINT, SET_CARD_PIN_API_KEY, SET_CARD_PIN_CONTROL } = process.env;
      process.once('SIGINT', () => process.exit(7));
      setInterval(() => {}, 1000);
      console.log(SET_CARD_PIN_ENDPOINT, SET_CARD_PIN_API_KEY, SET_CARD_PIN_CONTROL);`;
    const { process: child, ended, printed } = run('--', process.execPath, '--eval', script);
    const [url = '', key, control = ''] = (await printed('\n')).trim().split(' ');
    assert.equal(key, API_KEYS.test);
    assert.deepEqual(await Promise.all([url, control].map((each) => statusOf(each))), [405, 200]);
    child.kill('SIGINT');
    const { exitCode, stderr } = await ended;
    assert.equal(exitCode, 7, stderr);
    await assert.rejects(fetch(url));
  });

  it('stops its command when the shell started by npm ends', async () => {
    const script = 'console.log("early"); setTimeout(() => console.log("late"), 20_000)';
    const node = [process.execPath, CLI, 'sandbox', '--port', '0'];
    const args = [...node, '--', process.execPath, '--eval', script];
    const env = { ...process.env, npm_lifecycle_event: 'test' };
    const shell = spawn('sh', ['-c', '"$@"; :', 'sh', ...args], { env });
    let printed = '';
    shell.stdout.on('data', (chunk) => (printed += String(chunk)));
    await once(shell.stdout, 'data');
    shell.kill('SIGKILL');
    // Resolves once all processes that could print have ended.
    await once(shell, 'close');
    assert.equal(printed, 'early\n');
  });

  it('reports usage errors', () => {
    for (const [args, message] of [
      [['--port', '65534'], '--port must be a whole number from 0 to 65533.'],
      [['--host', 'localhost:80'], '--host must be an IP address.'],
      [['--schema', 'other'], '--schema must be one of: full, provider.'],
      [['--port', '0', '--'], 'The command after -- is missing.'],
    ] as const)
      assert.throws(() => readArguments([...args]), { constructor: UsageError, message });
  });

  it('reports a port in use, an address that isn’t this machine’s, and an unknown command', async (context) => {
    const { port } = new URL((await start(context)).test.url);
    const printed = context.mock.method(process.stderr, 'write', () => true);
    for (const [args, message, exitCode = 1] of [
      [['--port', port], /^Port \d+ is in use\. Choose another one with --port N\.\n$/],
      // An address that is reserved for documentation.
      [['--host', '192.0.2.1'], /^192\.0\.2\.1 is not an .* with --host ADDRESS\.\n$/],
      [['--port', '0', '--', '/nowhere/a'], /^\/nowhere\/a can’t be started: /, 127],
    ] as const) {
      printed.mock.resetCalls();
      await main([...args]);
      assert.equal(process.exitCode, exitCode);
      process.exitCode = undefined;
      assert.match(String(printed.mock.calls[0]?.arguments[0]), message);
    }
  });
});

/** Starts a sandbox that stops after the test. */
async function start(context: TestContext, options = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: 0, ...options });
  context.after(() => sandbox.close());
  return sandbox;
}

describe('startSandbox', () => {
  it('listens on the given host, but keeps the control interface on loopback', async (context) => {
    /** An address of this machine that a server on 127.0.0.1 doesn't listen on. */
    const hostname =
      Object.values(networkInterfaces())
        .flat()
        .find((address) => address?.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.2';
    const sandbox = await start(context, { host: '0.0.0.0' });
    // Clients must be able to connect to the address.
    assert.ok(sandbox.test.url.startsWith('http://127.0.0.1:'));
    const headers = { Host: 'sandbox.example' };
    for (const { url } of [sandbox.test, sandbox.live])
      assert.equal(await statusOf(url, { hostname, headers }), 405);
    const own = await start(context);
    for (const { url } of [sandbox.control, own.test])
      await assert.rejects(statusOf(url, { hostname }), { code: 'ECONNREFUSED' });
  });

  it('uses three consecutive ports', async (context) => {
    // Tries ports until three in a row are free.
    let sandbox: Sandbox | undefined;
    let port = 21_400;
    while (!(sandbox = await start(context, { port }).catch(() => undefined))) port += 3;
    assert.equal(new URL(sandbox.control.url).port, String(port + 2));
    // Twice, because a failed start must free the ports that it already had.
    for (const _ of ['first', 'second'])
      await assert.rejects(startSandbox({ port: port - 2 }), { code: 'EADDRINUSE', port });
  });

  it('closes even if a request is pending and a stream is open', async () => {
    const client = new SandboxClient(await startSandbox({ port: 0 }));
    const { control } = client.sandbox;
    await control.delayAnswers(CARD, null);
    const stream = await fetch(`${control.url}/requests/stream`);
    const ends = [client.setPin(CARD), stream.text()].map((each) => each.catch(() => 'cut'));
    await client.waitForPin(CARD);
    await client.sandbox.close();
    assert.deepEqual(await Promise.all(ends), ['cut', 'cut']);
  });

  it('keeps running if a client disconnects before the response, and logs the disconnection', async (context) => {
    const client = new SandboxClient(await start(context));
    await client.sandbox.control.delayAnswers(CARD, null);
    const browser = new AbortController();
    const left = client.setPin(CARD, { signal: browser.signal });
    await client.waitForPin(CARD);
    browser.abort();
    await assert.rejects(left);
    const isLogged = async () => (await client.requests()).some(({ status }) => status === null);
    await until('the request is logged', isLogged);
    assert.equal((await client.post({ query: '{ ping }' })).status, 200);
  });
});
