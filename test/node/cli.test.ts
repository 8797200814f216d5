import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { HELP, readArguments } from '../../src/node/arguments.js';
import { UsageError } from '../../src/node/command.js';
import { runCommand } from './run-command.js';

const PROGRAM = fileURLToPath(new URL('../../src/node/cli.ts', import.meta.url));

describe('the command set-card-pin', () => {
  it('lists its commands with --help', () => {
    assert.equal(readArguments(['--help']), 'help');
    assert.match(HELP, /^Usage: npx set-card-pin COMMAND/);
    for (const name of ['sandbox', 'doctor', 'frame']) {
      assert.match(HELP, new RegExp(`^  ${name} `, 'm'));
      assert.deepEqual(readArguments([name, '--help']), { name, args: ['--help'] });
    }
  });

  it('prints the version of the package with --version', async () => {
    const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    assert.deepEqual(await runCommand(PROGRAM, ['--version']), {
      exitCode: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  for (const [args, message] of [
    [[], 'The command is missing: use one of sandbox, doctor, frame.'],
    [['toString'], 'Unknown command. Use one of sandbox, doctor, frame.'],
    // It could be an API key, so the message doesn't quote it.
    [['--key=secret'], 'Unknown command. Use one of sandbox, doctor, frame.'],
  ] as const) {
    it(`refuses ${args.join(' ') || 'no arguments'}`, () => {
      assert.throws(() => readArguments([...args]), { constructor: UsageError, message });
    });
  }
});
