import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { readOptions, UsageError } from '../../src/node/command.js';
import { runCommand, startCommand } from '../support/run-command.js';
import { CLI } from './cli.js';

describe('the set-card-pin command', () => {
  it('prints the package’s version with --version', async () => {
    const manifest = await readFile('package.json', 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    const printed = { exitCode: 0, stdout: `${version}\n`, stderr: '' };
    assert.deepEqual(await runCommand(CLI, ['--version']), printed);
  });

  it('rejects an unknown command without quoting it, because it could be an API key', async (context) => {
    const { mock } = context.mock.method(process.stderr, 'write', () => true);
    const [argv, exitCode] = [process.argv, process.exitCode];
    process.argv = ['node', 'set-card-pin', 'toString'];
    await import('../../src/node/cli.js');
    assert.equal(process.exitCode, 2);
    Object.assign(process, { argv, exitCode });
    const printed = String(mock.calls[0]?.arguments[0]);
    assert.match(printed, /^Unknown command\. Use one of .*\.\n\nUsage: npx set-card-pin COMMAND/);
    assert.doesNotMatch(printed, /toString/);
  });

  it('exits without an error message if the reader closes the pipe', async () => {
    const { process: child, ended } = startCommand(CLI, ['--help']);
    child.stdout?.destroy();
    assert.deepEqual(await ended, { exitCode: 1, stdout: '', stderr: '' });
  });
});

describe('a command option', () => {
  const read = (...args: string[]) =>
    readOptions(args, { port: Number, out: String }, { flags: ['json'] });

  it('accepts a value after a space or an equals sign', () => {
    const values = { port: 1, out: '-a', json: true };
    assert.deepEqual(read('--port', '1', '--out=-a', '--json'), values);
    assert.deepEqual(read(), {});
  });

  it('is rejected if it is unknown, lacks a value or has an unexpected value', () => {
    for (const [args, message] of [
      [['--prot', '1'], 'Unknown option: --prot.'],
      [['--toString', '1'], 'Unknown option: --toString.'],
      [['config.json'], 'Unexpected argument: "config.json".'],
      [['--json=yes'], '--json doesn’t take a value.'],
      [['--out='], '--out needs a value.'],
      [['--out', '--json'], '--out needs a value.'],
    ] as const)
      assert.throws(() => read(...args), { constructor: UsageError, message });
  });
});
