import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { UsageError } from '../../../src/node/command.js';
import { wrong } from '../../../src/node/doctor/finding.js';
import { readApiKey, readArguments, type DoctorOptions } from '../../../src/node/doctor/main.js';
import { summaryOf, textOf } from '../../../src/node/doctor/report.js';
import { API_KEYS } from '../../../src/node/sandbox/credentials.js';
import { CLI, runCommand } from '../../support/run-command.js';
import { useSandbox } from '../../support/sandbox-client.js';
import { assertNoSecret, KEY, ORIGIN, TOKEN } from './faulty-service.js';

const CARD = 'card_test_accepted';

describe('the set-card-pin doctor command', () => {
  const ENDPOINT = ['--endpoint', 'https://service.invalid/graphql'];
  const WHOLE = [...ENDPOINT, '--card', 'card_1', '--origin', ORIGIN];

  it('rejects wrong arguments without quoting a possible key', async () => {
    for (const [args, message] of [
      [[...ENDPOINT, KEY], /^Unexpected argument\. Never pass an API key as an argument/],
      [[...ENDPOINT, '--api-key', KEY], /^Unknown option\. Never pass an API key as an argument/],
      [[...ENDPOINT, `--${TOKEN}`], /^Unknown option\. Never pass an API key/],
      [[...WHOLE, '--card', KEY], /^The API key is also in the arguments/],
      [[...WHOLE, '--endpoint', `https://service.invalid/?key=${KEY}`], /^The API key is also in/],
      [['https://service.invalid/graphql'], /^Unexpected argument\. Pass the address with --endp/],
      [[...ENDPOINT, '--crad', 'x'], /^Unknown option: --crad\.$/],
      [['--Endpoint', 'x'], /^Unknown option: --Endpoint\.$/],
      [[], /^--endpoint is missing/],
      [ENDPOINT, /^--card is missing/],
      [WHOLE.slice(0, 4), /^--origin is missing/],
      [[...ENDPOINT, '--origin', 'file:///portal/index.html'], /^--origin must be/],
    ] as const) {
      const read = async () => {
        readArguments([...args]);
        await readApiKey(args, { SET_CARD_PIN_API_KEY: KEY }, Readable.from([]));
      };
      const error: Error = await read().then(
        () => assert.fail(),
        (reason) => reason as Error,
      );
      assert.match(error.message, message);
      assert.ok(error instanceof UsageError);
      assertNoSecret(error.message);
    }
  });

  it('reads its options', () => {
    // Only the origin of the page's address is used.
    const page = ['--origin', 'https://cards.example/some/page'];
    assert.deepEqual(readArguments([...WHOLE, '--json', ...page]), {
      endpoint: 'https://service.invalid/graphql',
      card: 'card_1',
      origin: 'https://cards.example',
      timeLimit: 15,
      json: true,
    });
    const app = readArguments([...WHOLE, '--origin', 'capacitor://localhost']);
    assert.equal((app as DoctorOptions).origin, 'capacitor://localhost');
  });

  it('rejects a malformed key without quoting it, and a key from a terminal, which would show it', async () => {
    const malformed =
      /^The API key must be one line of ASCII text: check what you passed as the key\.$/;
    const terminal = Object.assign(Readable.from([KEY]), { isTTY: true });
    for (const [input, message] of [
      ...['two\nlines', 'schlüssel', 'x'.repeat(5000)].map(
        (text) => [Readable.from([text]), malformed] as const,
      ),
      [terminal, /^The API key is missing: set .* SET_CARD_PIN_API_KEY/],
    ] as const)
      await assert.rejects(readApiKey([], {}, input), { constructor: UsageError, message });
  });
});

describe('the set-card-pin doctor report', () => {
  it('lists each problem with its fix', () => {
    const finding = { check: 'client-token', ...wrong('It is refused.', 'Check it.') } as const;
    const lines = /^ +wrong +client-token +It is refused\.\n +→ Check it\.\n$/;
    assert.match(textOf(finding), lines);
    assert.equal(summaryOf(1), '\n1 problem found.\n');
  });
});

describe('set-card-pin doctor, with the sandbox', () => {
  const sandbox = useSandbox();

  it('finds no problems with a key from standard input, doesn’t set a PIN, and exits with 0', async () => {
    const options = ['--endpoint', sandbox().sandbox.test.url, '--card', CARD, '--origin', ORIGIN];
    const { exitCode, stdout, stderr } = await runCommand(CLI, ['doctor', ...options], {
      env: { SET_CARD_PIN_API_KEY: '' },
      input: `${API_KEYS.test}\n`,
    });
    assertNoSecret(stdout + stderr);
    const lines = stdout.split('\n');
    for (const line of lines.slice(0, 4)) assert.match(line, /^ {2}ok {7}\S/);
    assert.deepEqual(lines.slice(4), ['', 'No problems found.', '']);
    assert.match(stdout, /The tag: <set-card-pin endpoint="…" card-id="…">$/m);
    assert.equal(exitCode, 0);
    // A slow machine prints notices.
    assert.match(stderr, /^(Waiting for .* …\n)*$/);

    const cards = await sandbox().sandbox.control.cards();
    assert.ok(cards.every(({ timesSet }) => timesSet === 0));
  });
});
