import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { UsageError } from '../../../src/node/command.js';
import { SUBJECTS } from '../../../src/node/doctor/finding.js';
import { readApiKey, readArguments, type DoctorOptions } from '../../../src/node/doctor/main.js';
import { assertNoSecret, KEY, TOKEN, useDoctor } from './faulty-service.js';

describe('the command set-card-pin doctor', () => {
  const ENDPOINT = ['--endpoint', 'https://service.invalid/graphql'];
  for (const [args, error] of [
    [[...ENDPOINT, KEY], /^Unexpected argument\. Never pass an API key as an argument/],
    [[...ENDPOINT, '--api-key', KEY], /^Unknown option\. Never pass an API key as an argument/],
    [[...ENDPOINT, `--${TOKEN}`], /^Unknown option\. Never pass an API key/],
    [[...ENDPOINT, '--card', KEY], /^The API key is also in the arguments/],
    [['--endpoint', `https://service.invalid/?key=${KEY}`], /^The API key is also in the argum/],
    [[...ENDPOINT, '--crad', 'x'], /^Unknown option: --crad\./],
    [[], /^--endpoint is missing/],
    [[`http://127.0.0.1:4400/?key=${KEY}`], /^Unexpected argument\. Give .* with --endpoint\.$/],
    [[...ENDPOINT, '--origin', 'file:///portal/index.html'], /^--origin must be/],
    [[...ENDPOINT, '--timeout', '121'], /^--timeout must be a whole number/],
  ] as const)
    it(`refuses without quoting a key: ${args.join(' ') || 'no argument'}`, async () => {
      const read = async () => {
        readArguments([...args]);
        await readApiKey(args, { SET_CARD_PIN_API_KEY: KEY }, Readable.from([]));
      };
      await assert.rejects(read, ({ constructor, message }: Error) => {
        assert.equal(constructor, UsageError);
        assert.match(message, error);
        assertNoSecret(message);
        return true;
      });
    });

  it('reads its options', () => {
    const options = ['--card', 'card_1', '--timeout', '3', '--json'];
    // Only the origin of the page's address is used.
    const page = ['--origin', 'https://cards.example/some/page'];
    assert.deepEqual(readArguments([...ENDPOINT, ...options, ...page]), {
      endpoint: 'https://service.invalid/graphql',
      card: 'card_1',
      origin: 'https://cards.example',
      timeLimit: 3,
      json: true,
    });
    const app = readArguments([...ENDPOINT, '--origin', 'capacitor://localhost']);
    assert.equal((app as DoctorOptions).origin, 'capacitor://localhost');
  });

  it('refuses a malformed key without quoting it', async () => {
    const message = 'The API key must be one line of ASCII text: check what you passed as the key.';
    for (const input of ['two\nlines', 'schlüssel', 'x'.repeat(5000)]) {
      const refused = { constructor: UsageError, message };
      await assert.rejects(readApiKey([], {}, Readable.from([input])), refused);
    }
  });

  it('does not read the key from a terminal, which would show it', async () => {
    const terminal = Object.assign(Readable.from([KEY]), { isTTY: true });
    await assert.rejects(readApiKey([], {}, terminal), {
      constructor: UsageError,
      message: /^The API key is missing: set .* SET_CARD_PIN_API_KEY/,
    });
  });
});

describe('set-card-pin doctor --json', () => {
  const diagnose = useDoctor();

  it('prints one document with every check', async () => {
    const { stdout } = await diagnose({ Ping: { status: 401 } }, { json: true });
    const { findings, ...others } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly check: string; readonly advice?: string }[];
    };
    assert.deepEqual(others, { version: 1, problems: 1 });
    assert.deepEqual([...new Set(findings.map(({ check }) => check))], SUBJECTS);
    const [endpoint = {}, key, organizations] = findings;
    assert.deepEqual(Object.keys(endpoint), ['check', 'level', 'text']);
    assert.match(key?.advice ?? '', /^A key works in one environment only/);
    const text = 'Not checked, because a request got no answer from the service.';
    assert.deepEqual(organizations, { check: 'organizations', level: 'skipped', text });
  });
});
