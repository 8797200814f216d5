import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SANDBOX_CARDS } from '../../../src/node/sandbox/cards.js';
import { startSandbox } from '../../../src/node/sandbox/sandbox.js';
import { PIN, SandboxClient, SET_PIN } from './sandbox-client.js';

const MAIN = fileURLToPath(new URL('../../../src/node/sandbox/main.ts', import.meta.url));

/** Runs the command; what it has written so far, and its end. */
function run(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args]);
  const written = { out: '', error: '' };
  child.stdout.on('data', (chunk) => (written.out += String(chunk)));
  child.stderr.on('data', (chunk) => (written.error += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...written }));
  const running = async (): Promise<string> => {
    while (!written.out.includes('Ctrl+C')) await once(child.stdout, 'data');
    return written.out;
  };
  return { child, ended, running };
}

describe('npm run sandbox', () => {
  it('prints addresses, keys and cards without colours, works, and ends cleanly on Ctrl+C (transport 1.4, 1.5, S.24)', async () => {
    const { child, ended, running } = run('--port', '0');
    const text = await running();
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
      control: { url: control },
      close: () => Promise.resolve(),
    });
    const { status } = await client.setPin('card_test_accepted');
    assert.equal(status, 200);
    // With an answer that is being held back, too.
    await client.control('POST', '/cards/card_test_accepted/delay', { milliseconds: null });
    const held = client.setPin('card_test_accepted').catch(() => undefined);
    while ((await client.state('card_test_accepted')).timesSet < 2);

    child.kill('SIGINT');
    const { code, out, error } = await ended;
    await held;
    assert.equal(code, 0);
    assert.equal(error, '');
    assert.ok(!out.includes(PIN));
  });

  it('serves the provider’s schema with --schema provider (transport S.28)', async () => {
    const { child, ended, running } = run('--schema', 'provider', '--port', '0');
    const [url = ''] = /http:\S+graphql/.exec(await running()) ?? [];
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${btoa('sandbox-test-api-key')}`,
      },
      body: JSON.stringify({ query: SET_PIN, variables: { input: {} } }),
    });
    assert.match(await response.text(), /Unknown argument/);
    child.kill('SIGINT');
    assert.equal((await ended).code, 0);
  });

  it('explains itself with --help', async () => {
    const { code, out } = await run('--help').ended;
    assert.equal(code, 0);
    assert.match(out, /--port N/);
  });

  it('tells plainly what it does not understand', async () => {
    for (const [args, told] of [
      [['--prt', '4400'], 'There is no option --prt.'],
      [['4400'], 'What is "4400" for?'],
      [['--port'], '--port must be a whole number'],
      [['--port', 'x'], '--port must be a whole number'],
      [['--port', '65534'], '--port must be a whole number'],
      [['--host'], '--host must be an IP address.'],
      [['--host', 'localhost:80'], '--host must be an IP address.'],
      [['--schema'], '--schema must be full or provider.'],
      [['--schema', 'other'], '--schema must be full or provider.'],
    ] as const) {
      const { code, out, error } = await run(...args).ended;
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.ok(error.startsWith(told), error);
      assert.doesNotMatch(error, /\bat .*:\d+:\d+/);
    }
  });

  it('says for whom it is there when it is told to listen elsewhere (transport S.24)', async () => {
    const { child, ended, running } = run('--port', '0', '--host', '0.0.0.0');
    assert.match(await running(), /every machine that reaches 0\.0\.0\.0\. It takes no real data/);
    child.kill('SIGINT');
    assert.equal((await ended).code, 0);
    // An address that is kept for documentation, and no machine's.
    const { code, error } = await run('--port', '0', '--host', '192.0.2.1').ended;
    assert.equal(code, 1);
    assert.equal(error, '192.0.2.1 is no address of this machine.\n');
  });

  it('tells plainly that a port is in use and what to do', async () => {
    const sandbox = await startSandbox({ port: 0 });
    try {
      const { port } = new URL(sandbox.test.url);
      const { code, error } = await run('--port', port).ended;
      assert.equal(code, 1);
      assert.match(error, new RegExp(`^Port ${port} is in use.*--port `));
      assert.doesNotMatch(error, /\bat .*:\d+:\d+/);
    } finally {
      await sandbox.close();
    }
  });
});

describe('startSandbox', () => {
  /** Another address of this machine than the one that a loopback server listens on. */
  const elsewhere =
    Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.2';
  const statusAt = (url: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { port, pathname } = new URL(url);
      httpRequest({ host: elsewhere, port, path: pathname })
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });

  it('listens on loopback alone (transport S.24)', async () => {
    const sandbox = await startSandbox({ port: 0 });
    try {
      for (const { url } of [sandbox.test, sandbox.live, sandbox.control]) {
        await assert.rejects(statusAt(url), { code: 'ECONNREFUSED' });
      }
    } finally {
      await sandbox.close();
    }
  });

  it('listens elsewhere when told, but for the control interface (transport S.24)', async () => {
    const sandbox = await startSandbox({ port: 0, host: '0.0.0.0' });
    try {
      assert.equal(await statusAt(sandbox.test.url), 405);
      assert.equal(await statusAt(sandbox.live.url), 405);
      await assert.rejects(statusAt(sandbox.control.url), { code: 'ECONNREFUSED' });
    } finally {
      await sandbox.close();
    }
  });

  it('takes three ports in a row (transport 1.1, 4.5)', async () => {
    // A port whose neighbours are free is found by trying.
    for (let port = 21_400; ; port += 3) {
      const sandbox = await startSandbox({ port }).catch(() => undefined);
      if (!sandbox) continue;
      try {
        assert.equal(sandbox.test.url, `http://127.0.0.1:${port}/graphql`);
        assert.equal(sandbox.live.url, `http://127.0.0.1:${port + 1}/graphql`);
        assert.equal(sandbox.control.url, `http://127.0.0.1:${port + 2}`);
        // All three ports are tried, and those that could be had are let go.
        await assert.rejects(startSandbox({ port: port - 2 }), { code: 'EADDRINUSE', port });
        await assert.rejects(startSandbox({ port: port - 2 }), { code: 'EADDRINUSE', port });
      } finally {
        await sandbox.close();
      }
      return;
    }
  });

  it('refuses a port that leaves no room', async () => {
    for (const port of [-1, 65_534, 1.5, NaN]) {
      await assert.rejects(startSandbox({ port }), RangeError);
    }
  });

  it('starts many in one process, each with a state of its own', async () => {
    const sandboxes = await Promise.all(
      Array.from({ length: 20 }, () => startSandbox({ port: 0 })),
    );
    const [one, other] = sandboxes.map((sandbox) => new SandboxClient(sandbox)) as [
      SandboxClient,
      SandboxClient,
    ];
    await one.setPin('card_test_accepted');
    assert.equal((await one.state('card_test_accepted')).pinSet, true);
    assert.equal((await other.state('card_test_accepted')).pinSet, false);
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    await assert.rejects(one.post({ query: '{ ping }' }));
  });

  it('closes with requests out and streams open', async () => {
    const client = new SandboxClient(await startSandbox({ port: 0 }));
    await client.control('POST', '/cards/card_test_accepted/delay', { milliseconds: null });
    const authorization = await client.bearer('card_test_accepted');
    const held = client.setPin('card_test_accepted', { authorization }).catch(() => 'cut');
    while (!(await client.state('card_test_accepted')).pinSet);
    const stream = await fetch(`${client.sandbox.control.url}/requests/stream`);
    const streamed = stream.text().catch(() => 'cut');
    await client.sandbox.close();
    await Promise.all([held, streamed]);
  });

  it('lives on when a client leaves before its answer, and logs that', async () => {
    const client = new SandboxClient(await startSandbox({ port: 0 }));
    try {
      const authorization = await client.bearer('card_test_accepted');
      await client.control('POST', '/cards/card_test_accepted/delay', { milliseconds: null });
      const abort = new AbortController();
      const stream = await fetch(`${client.sandbox.control.url}/requests/stream`);
      const left = fetch(client.sandbox.test.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: authorization },
        body: JSON.stringify({
          query: `mutation { setPinForPaymentCard(input: {paymentCardId: "card_test_accepted", newPin: "${PIN}"}) { __typename } }`,
        }),
        signal: abort.signal,
      });
      while (!(await client.state('card_test_accepted')).pinSet);
      abort.abort();
      await assert.rejects(left);
      let text = '';
      for await (const chunk of stream.body!) {
        text += Buffer.from(chunk).toString();
        if (/data: .*\n\n/.test(text)) break;
      }
      assert.match(text, /"response":null/);
      assert.equal((await client.post({ query: '{ ping }' })).status, 200);
    } finally {
      await client.sandbox.close();
    }
  });
});
