import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { noOptions, readOptions, UsageError } from '../../src/node/command.js';
import { CLI, runCommand, startCommand } from '../support/run-command.js';

describe('the command set-card-pin', () => {
  it('prints the version of the package with --version', async () => {
    const manifest = await readFile('package.json', 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    const printed = { exitCode: 0, stdout: `${version}\n`, stderr: '' };
    assert.deepEqual(await runCommand(CLI, ['--version']), printed);
  });

  it('refuses an unknown command without quoting it, and lists its commands', async () => {
    // It could be an API key.
    const { exitCode, stdout, stderr } = await runCommand(CLI, ['toString']);
    assert.deepEqual({ exitCode, stdout }, { exitCode: 2, stdout: '' });
    assert.match(stderr, /^Unknown command\. Use one of .*\.\n\nUsage: npx set-card-pin COMMAND/);
    for (const name of ['sandbox', 'doctor', 'frame'])
      assert.match(stderr, new RegExp(`^  ${name} `, 'm'));
    assert.doesNotMatch(stderr, /toString/);
  });

  it('ends without an error message if its reader has closed the pipe', async () => {
    const { process: child, ended } = startCommand(CLI, ['--help']);
    child.stdout?.destroy();
    assert.deepEqual(await ended, { exitCode: 1, stdout: '', stderr: '' });
  });
});

describe('the options of a command', () => {
  const read = (...args: string[]) =>
    readOptions(args, { port: Number, out: String }, { flags: ['json'] });

  it('have their values after a space or an equals sign', () => {
    const values = { port: 1, out: '-a', json: true };
    assert.deepEqual(read('--port', '1', '--out=-a', '--json'), values);
    assert.deepEqual(read(), {});
  });

  it('are not read if they ask for help', () => {
    for (const args of [['--help'], ['--out', '-h'], ['--unknown', '--help']])
      assert.equal(read(...args), 'help');
    assert.equal(noOptions(['-h']), 'help');
  });

  it('are refused if they are unknown, or lack a value or have one too many', () => {
    for (const [args, message] of [
      [['--prot', '1'], 'Unknown option: --prot.'],
      [['--toString', '1'], 'Unknown option: --toString.'],
      [['config.json'], 'Unexpected argument: "config.json".'],
      [['--json=yes'], '--json takes no value.'],
      [['--out='], '--out needs a value.'],
      [['--out', '--json'], '--out needs a value.'],
    ] as const)
      assert.throws(() => read(...args), { constructor: UsageError, message });
  });
});
