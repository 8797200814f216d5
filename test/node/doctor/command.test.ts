import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { UsageError } from '../../../src/node/command.js';
import { SUBJECTS, wrong } from '../../../src/node/doctor/finding.js';
import { readApiKey, readArguments, type DoctorOptions } from '../../../src/node/doctor/main.js';
import { textReport } from '../../../src/node/doctor/report.js';
import { assertNoSecret, KEY, TOKEN, useDoctor } from './faulty-service.js';

describe('the command set-card-pin doctor', () => {
  const ENDPOINT = ['--endpoint', 'https://service.invalid/graphql'];

  it('refuses arguments without quoting what may be a key', async () => {
    for (const [args, message] of [
      [[...ENDPOINT, KEY], /^Unexpected argument\. Never pass an API key as an argument/],
      [[...ENDPOINT, '--api-key', KEY], /^Unknown option\. Never pass an API key as an argument/],
      [[...ENDPOINT, `--${TOKEN}`], /^Unknown option\. Never pass an API key/],
      [[...ENDPOINT, '--card', KEY], /^The API key is also in the arguments/],
      [['--endpoint', `https://service.invalid/?key=${KEY}`], /^The API key is also in the argum/],
      [[...ENDPOINT, '--crad', 'x'], /^Unknown option: --crad\./],
      [[], /^--endpoint is missing/],
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
    const options = ['--card', 'card_1', '--json'];
    // Only the origin of the page's address is used.
    const page = ['--origin', 'https://cards.example/some/page'];
    assert.deepEqual(readArguments([...ENDPOINT, ...options, ...page]), {
      endpoint: 'https://service.invalid/graphql',
      card: 'card_1',
      origin: 'https://cards.example',
      timeLimit: 15,
      json: true,
    });
    const app = readArguments([...ENDPOINT, '--origin', 'capacitor://localhost']);
    assert.equal((app as DoctorOptions).origin, 'capacitor://localhost');
  });

  it('refuses a malformed key without quoting it, and a key from a terminal, which would show it', async () => {
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

describe('the report of set-card-pin doctor', () => {
  const diagnose = useDoctor();

  it('has each problem with its fix', () => {
    let text = '';
    const report = textReport({ write: (part) => (text += part) });
    report.print('api-key', wrong('It is refused.', 'Check it.'));
    report.end(1);
    const advice = `${' '.repeat(27)}→ Check it.`;
    assert.equal(
      text,
      `  wrong    API key         It is refused.\n${advice}\n\n1 problem found.\n`,
    );
  });

  it('is one document with every check with --json', async () => {
    const { findings, ...others } = (await diagnose({ Ping: { status: 401 } })).report;
    assert.deepEqual(others, { version: 1, problems: 1 });
    assert.deepEqual([...new Set(findings.map(({ check }) => check))], SUBJECTS);
    assert.deepEqual(Object.keys(findings[1]!), ['check', 'level', 'text', 'advice']);
  });
});
