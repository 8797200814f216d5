import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { API_KEYS } from '../../../src/node/sandbox/credentials.js';
import { CLI, runCommand } from '../run-command.js';
import { useSandbox } from '../sandbox/sandbox-client.js';
import { assertNoSecret, diagnoseAt } from './faulty-service.js';

const ORIGIN = 'https://cards.example';
const CARD = 'card_test_accepted';

describe('set-card-pin doctor, with the sandbox', () => {
  const sandbox = useSandbox();

  it('finds no problem with a key from standard input, sets no PIN, and exits with 0', async () => {
    const options = ['--endpoint', sandbox().sandbox.test.url, '--card', CARD, '--origin', ORIGIN];
    const { exitCode, stdout, stderr } = await runCommand(CLI, ['doctor', ...options], {
      env: { SET_CARD_PIN_API_KEY: '' },
      input: `${API_KEYS.test}\n`,
    });
    assertNoSecret(stdout + stderr);
    const lines = stdout.split('\n');
    for (const line of lines.slice(0, 8)) assert.match(line, /^ {2}ok {7}\S/);
    assert.deepEqual(lines.slice(8), ['', 'No problems found.', '']);
    assert.match(stdout, /The tag: <set-card-pin endpoint="…" card-id="…">$/m);
    assert.equal(exitCode, 0);
    // A slow machine prints notices.
    assert.match(stderr, /^(Waiting for .* …\n)*$/);

    // Only queries and the mutation for a token that may only set the PIN are executed.
    const sent = (await sandbox().requests()).map(
      ({ request }) => request.body as { operationName: string; variables: unknown } | null,
    );
    assert.deepEqual(
      sent.map((body) => body?.operationName),
      [
        ...['Endpoint', 'Ping', 'Organizations', 'Card', 'GeneratePaymentCardClientToken'],
        ...['RefusedToken', 'IntrospectionQuery', 'Ping'],
        // Not understood, and so left out of the log.
        undefined,
        'RefusedToken',
      ],
    );
    const input = { paymentCardId: CARD, permissions: ['SET_PAYMENT_CARD_PIN'] };
    assert.deepEqual(sent[4]?.variables, { input });
    const cards = await sandbox().sandbox.control.cards();
    assert.ok(cards.every(({ timesSet }) => timesSet === 0));
  });

  it('explains a key of the other environment, and continues with the checks that need no key', async () => {
    const options = { key: API_KEYS.live, origin: ORIGIN };
    const { on, report } = await diagnoseAt(sandbox().sandbox.test.url, options);
    assert.match(
      on('api-key'),
      /^wrong: The service refuses the API key \(401\)\. Request id: [\w-]{36} → .*the test host refuses a live key/,
    );
    for (const subject of ['organizations', 'card', 'operation'] as const)
      assert.equal(on(subject), 'skipped: Not checked until this passes: API key.');
    assert.match(on('browser'), /^ok: /);
    assert.equal(report.problems, 1);
  });
});
