import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { UsageError } from '../../../src/node/command.js';
import { wrong } from '../../../src/node/doctor/finding.js';
import { readApiKey, readArguments } from '../../../src/node/doctor/main.js';
import { summaryOf, textOf } from '../../../src/node/doctor/report.js';
import { API_KEYS } from '../../../src/node/sandbox/credentials.js';
import { runCommand } from '../../support/run-command.js';
import { CLI } from '../cli.js';
import { useSandbox } from '../../support/sandbox-client.js';
import { assertNoSecret, KEY, ORIGIN } from './faulty-service.js';

const CARD = 'card_test_accepted';

describe('the set-card-pin doctor command', () => {
  const ENDPOINT = ['--endpoint', 'https://service.invalid/graphql'];
  const WHOLE = [...ENDPOINT, '--card', 'card_1', '--origin', ORIGIN];

  it('rejects wrong arguments without quoting a possible key', () => {
    for (const [args, message] of [
      [[...ENDPOINT, KEY], /^Unexpected argument\. Never pass an API key as an argument/],
      [[...ENDPOINT, '--api-key', KEY], /^Unknown option\. Never pass an API key as an argument/],
      [['https://service.invalid/graphql'], /^Unexpected argument\. Pass the address with --endp/],
      [[...ENDPOINT, '--crad', 'x'], /^Unknown option: --crad\.$/],
      [[], /^--endpoint is missing/],
      [ENDPOINT, /^--card is missing/],
      [WHOLE.slice(0, 4), /^--origin is missing/],
      [[...ENDPOINT, '--origin', 'file:///portal/index.html'], /^--origin must be/],
    ] as const) {
      const isExpected = (error: Error) => {
        assertNoSecret(error.message);
        assert.match(error.message, message);
        return error instanceof UsageError;
      };
      assert.throws(() => readArguments([...args]), isExpected);
    }
  });

  it('reads its options', () => {
    for (const [page, origin] of [
      ['https://cards.example/some/page', 'https://cards.example'],
      ['capacitor://localhost', 'capacitor://localhost'],
    ] as const)
      assert.deepEqual(readArguments([...WHOLE, '--json', '--origin', page]), {
        ...{ endpoint: 'https://service.invalid/graphql', card: 'card_1', origin },
        ...{ timeLimit: 15, json: true },
      });
  });

  it('rejects a malformed key without quoting it, and rejects a key typed in a terminal, which would show it', async () => {
    for (const [key, isTTY, message] of [
      ['two\nlines', false, /^The API key must be one line of ASCII text\. Check what you passed/],
      [KEY, true, /^The API key is missing\. Set .* SET_CARD_PIN_API_KEY/],
    ] as const) {
      const input = Object.assign(Readable.from([key]), { isTTY });
      await assert.rejects(readApiKey({}, input), { constructor: UsageError, message });
    }
  });

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
