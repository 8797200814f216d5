import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../../src/node/command.js';
import { SANDBOX_CARDS } from '../../../src/node/sandbox/cards.js';
import { describe as describeSandbox, readArguments } from '../../../src/node/sandbox/main.js';
import { SandboxControl, startSandbox, type Sandbox } from '../../../src/node/sandbox/sandbox.js';
import { statusOf } from '../http-client.js';
import { assertNoStack, startCommand } from '../run-command.js';
import { PIN, readEvents, SandboxClient } from './sandbox-client.js';

const PROGRAM = fileURLToPath(new URL('../../../src/node/cli.ts', import.meta.url));

/** The last words that the command prints when it starts. */
const STARTED = 'Press Ctrl+C to stop it.';

const run = (...args: string[]) => startCommand(PROGRAM, ['sandbox', ...args]);

/** Starts the command in the background of a shell. */
async function startInShell(env: NodeJS.ProcessEnv) {
  const script = '"$@" & echo "pid: $!"; read -r line';
  const command = [process.execPath, '--import', 'tsx', PROGRAM, 'sandbox', '--port', '0'];
  const shell = spawn('sh', ['-c', script, 'sh', ...command], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
  });
  let printed = '';
  shell.stdout.on('data', (chunk) => (printed += String(chunk)));
  // The command has the other end of the pipe, too.
  const ended = once(shell.stdout, 'close');
  while (!printed.includes(STARTED)) await Promise.race([once(shell.stdout, 'data'), ended]);
  const [, control = ''] = /control +(\S+)/.exec(printed) ?? [];
  return {
    pid: Number(/pid: (\d+)/.exec(printed)?.[1]),
    control,
    ended,
    async endShell(): Promise<void> {
      shell.stdin.end();
      await once(shell, 'exit');
    },
  };
}

/** Starts the sandbox in this process, as the command does. */
function startWith(...args: string[]): Promise<Sandbox> {
  const read = readArguments(args);
  assert.ok(read !== 'help');
  return startSandbox(read.options);
}

describe('set-card-pin sandbox', () => {
  it('prints addresses, keys and cards without colours, works, and stops cleanly on Ctrl+C', async () => {
    const { process: child, ended, printed } = run('--port', '0');
    const text = await printed(STARTED);
    const [test, live, control] = [
      ...text.matchAll(/http:\/\/127\.0\.0\.1:\d+(?:\/graphql)?/g),
    ].map(([url]) => url) as [string, string, string];
    for (const part of [
      'for this machine only. It takes no real data',
      'sandbox-test-api-key',
      'sandbox-live-api-key',
    ]) {
      assert.ok(text.includes(part), part);
    }
    for (const { id, description } of SANDBOX_CARDS) {
      assert.ok(text.includes(id) && text.includes(description), id);
    }
    assert.ok(!text.includes('\u001b'));

    const client = new SandboxClient({
      test: { url: test, apiKey: 'sandbox-test-api-key' },
      live: { url: live, apiKey: 'sandbox-live-api-key' },
      control: new SandboxControl(control),
      close: () => Promise.resolve(),
    });
    const { status } = await client.setPin('card_test_accepted');
    assert.equal(status, 200);
    // It stops even with an answer that is held.
    await client.delay('card_test_accepted', null);
    const held = client.setPin('card_test_accepted').catch(() => undefined);
    await client.waitForPin('card_test_accepted', 2);

    child.kill('SIGINT');
    const { exitCode, stdout, stderr } = await ended;
    await held;
    assert.equal(exitCode, 0);
    // A slow start prints a notice.
    assert.match(stderr, /^(Starting…\n)?$/);
    assert.ok(!stdout.includes(PIN));
  });

  it('prints its help with --help', async () => {
    const { exitCode, stdout, stderr } = await run('--help').ended;
    assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
    assert.match(stdout, /^Usage: npx set-card-pin sandbox [^]*--port N/);
  });

  it('reports usage errors', () => {
    for (const [args, message] of [
      [['--prt', '4400'], 'Unknown option: --prt.'],
      [['4400'], 'Unexpected argument: "4400".'],
      [['--port'], '--port needs a value.'],
      [['--port', 'x'], '--port must be a whole number from 0 to 65533.'],
      [['--port', '65534'], '--port must be a whole number from 0 to 65533.'],
      [['--host', 'localhost:80'], '--host must be an IP address.'],
      [['--port', '0', '--'], 'The command after -- is missing.'],
    ] as const) {
      assert.throws(() => readArguments([...args]), { constructor: UsageError, message });
    }
  });

  it('runs a command with its addresses and key, and ends with its exit code', async () => {
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
      console.log(SET_CARD_PIN_ENDPOINT, (await response.json()).data.ping, requests.length);
      process.exitCode = 7;`;
    const node = [process.execPath, '--input-type=module', '--eval', script];
    const { exitCode, stdout, stderr } = await run('--port', '0', '--', ...node).ended;
    assert.equal(exitCode, 7, stderr);
    const [, url = ''] = /^(http:\S+) pong 1\n$/.exec(stdout) ?? [];
    await assert.rejects(fetch(url), stdout);

    const unknown = await run('--port', '0', '--', '/nowhere/command').ended;
    assert.equal(unknown.exitCode, 127);
    assert.match(unknown.stderr, /^\/nowhere\/command can’t be started: /);
  });

  it('passes SIGINT on to the command that it runs, and ends with its exit code', async () => {
    const script = `
      process.once('SIGINT', () => process.exit(9));
      console.log('ready');
      setInterval(() => {}, 1000);`;
    const node = [process.execPath, '--eval', script];
    const { process: child, ended, printed } = run('--port', '0', '--', ...node);
    await printed('ready');
    child.kill('SIGINT');
    assert.equal((await ended).exitCode, 9);
  });

  it('survives the shell that started it, except under npm', async () => {
    const started = await startInShell({ npm_lifecycle_event: undefined });
    await started.endShell();
    // It looks for its parent every half second, and the first one began before the second.
    const underNpm = await startInShell({ npm_lifecycle_event: 'sandbox' });
    await underNpm.endShell();
    await underNpm.ended;
    assert.equal(await statusOf(started.control), 200);
    process.kill(started.pid, 'SIGTERM');
    await started.ended;
  });

  it('says who can reach it, and prints addresses to connect to', async () => {
    for (const [host, url, audience] of [
      ['127.0.0.1', 'http://127.0.0.1:', 'this machine only'],
      ['::1', 'http://[::1]:', 'this machine only'],
      ['0.0.0.0', 'http://127.0.0.1:', 'every machine that can reach this one'],
      ['::', 'http://[::1]:', 'every machine that can reach this one'],
    ] as const) {
      const sandbox = await startWith('--port', '0', '--host', host);
      try {
        const printed = describeSandbox(sandbox, host);
        assert.ok(printed.includes(`for ${audience}. It takes no real data`), host);
        assert.ok(sandbox.test.url.startsWith(url), sandbox.test.url);
        assert.equal(await statusOf(sandbox.test.url), 405);
      } finally {
        await sandbox.close();
      }
    }
  });

  it('reports an unknown schema as a usage error', async () => {
    const { exitCode, stderr } = await run('--schema', 'other').ended;
    assert.equal(exitCode, 2);
    assert.match(stderr, /^The schema must be one of: full, scalar-key, provider\.\n\nUsage: /);
  });

  it('reports a port in use or an address of another machine', async () => {
    const sandbox = await startSandbox({ port: 0 });
    try {
      const { port } = new URL(sandbox.test.url);
      const { exitCode, stderr } = await run('--port', port).ended;
      assert.equal(exitCode, 1);
      assert.equal(
        stderr,
        `Port ${port} is in use. Choose another one with an option: see --help.\n`,
      );
      // An address that is reserved for documentation, so no machine has it.
      const elsewhere = await run('--port', '0', '--host', '192.0.2.1').ended;
      assert.match(elsewhere.stderr, /^192\.0\.2\.1 is not an address of this machine\. /);
      assertNoStack(elsewhere.stderr);
    } finally {
      await sandbox.close();
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

  it('listens on another address if given one, except for the control interface', async () => {
    const sandbox = await startSandbox({ port: 0, host: '0.0.0.0' });
    try {
      assert.equal(await statusElsewhere(sandbox.test.url), 405);
      assert.equal(await statusElsewhere(sandbox.live.url), 405);
      const own = await startSandbox({ port: 0 });
      // By default the others listen on loopback only, too.
      for (const { url } of [sandbox.control, own.test, own.live, own.control])
        await assert.rejects(statusElsewhere(url), { code: 'ECONNREFUSED' });
      await own.close();
    } finally {
      await sandbox.close();
    }
  });

  it('takes three ports in a row', async () => {
    // Tries ports until three in a row are free.
    for (let port = 21_400; ; port += 3) {
      const sandbox = await startSandbox({ port }).catch(() => undefined);
      if (!sandbox) continue;
      try {
        assert.equal(sandbox.test.url, `http://127.0.0.1:${port}/graphql`);
        assert.equal(sandbox.live.url, `http://127.0.0.1:${port + 1}/graphql`);
        assert.equal(sandbox.control.url, `http://127.0.0.1:${port + 2}`);
        // Twice, because a failed start must free the ports that it already had.
        await assert.rejects(startSandbox({ port: port - 2 }), { code: 'EADDRINUSE', port });
        await assert.rejects(startSandbox({ port: port - 2 }), { code: 'EADDRINUSE', port });
      } finally {
        await sandbox.close();
      }
      return;
    }
  });

  it('refuses a port that leaves no room for the next two', async () => {
    for (const port of [-1, 65_534, 1.5, NaN]) {
      await assert.rejects(startSandbox({ port }), RangeError);
    }
  });

  it('closes while requests are pending and streams are open', async () => {
    const client = new SandboxClient(await startSandbox({ port: 0 }));
    await client.delay('card_test_accepted', null);
    const authorization = await client.bearer('card_test_accepted');
    const held = client.setPin('card_test_accepted', { authorization }).catch(() => 'cut');
    await client.waitForPin('card_test_accepted');
    const stream = await client.openEvents();
    const streamed = stream.text().catch(() => 'cut');
    await client.sandbox.close();
    await Promise.all([held, streamed]);
  });

  it('keeps running if a client leaves before its answer, and logs that', async () => {
    const client = new SandboxClient(await startSandbox({ port: 0 }));
    try {
      const authorization = await client.bearer('card_test_accepted');
      await client.delay('card_test_accepted', null);
      const abort = new AbortController();
      const stream = await client.openEvents();
      const left = fetch(client.sandbox.test.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: authorization },
        body: JSON.stringify({
          query: `mutation { setPinForPaymentCard(input: {paymentCardId: "card_test_accepted", newPin: "${PIN}"}) { __typename } }`,
        }),
        signal: abort.signal,
      });
      await client.waitForPin('card_test_accepted');
      abort.abort();
      await assert.rejects(left);
      const [logged] = await readEvents(stream, 1);
      assert.equal(logged?.response, null);
      assert.equal((await client.post({ query: '{ ping }' })).status, 200);
    } finally {
      await client.sandbox.close();
    }
  });
});
