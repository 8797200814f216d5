import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertNoStack, runCommand } from './run-command.js';

const PROGRAM = fileURLToPath(new URL('../../src/node/cli.ts', import.meta.url));

describe('the command set-card-pin', { concurrency: 2 }, () => {
  it('lists its commands with --help', async () => {
    const { exitCode, stdout, stderr } = await runCommand(PROGRAM, ['--help']);
    assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
    assert.match(stdout, /^Usage: npx set-card-pin COMMAND/);
    for (const name of ['sandbox', 'doctor', 'frame']) {
      assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
      const help = await runCommand(PROGRAM, [name, '--help']);
      assert.ok(help.stdout.startsWith(`Usage: npx set-card-pin ${name} `), help.stdout);
      assert.equal(help.exitCode, 0);
    }
  });

  it('prints the version of the package with --version', async () => {
    const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    const { exitCode, stdout } = await runCommand(PROGRAM, ['--version']);
    const { version } = JSON.parse(manifest) as { version: string };
    assert.deepEqual({ exitCode, stdout }, { exitCode: 0, stdout: `${version}\n` });
  });

  for (const [args, error] of [
    [[], 'The command is missing: use one of sandbox, doctor, frame.'],
    [['toString'], 'Unknown command. Use one of sandbox, doctor, frame.'],
    // It could be an API key, so the message doesn't quote it.
    [['--key=secret'], 'Unknown command. Use one of sandbox, doctor, frame.'],
  ] as const) {
    it(`exits with 2 after: ${args.join(' ') || 'no arguments'}`, async () => {
      const { exitCode, stdout, stderr } = await runCommand(PROGRAM, args);
      assert.deepEqual({ exitCode, stdout }, { exitCode: 2, stdout: '' });
      assert.ok(stderr.startsWith(`${error}\n\nUsage: npx set-card-pin COMMAND`), stderr);
      assertNoStack(stderr);
    });
  }
});
