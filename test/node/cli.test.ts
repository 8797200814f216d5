import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callCommand, noOptions, readOptions, UsageError } from '../../src/node/command.js';
import { runCommand, startCommand } from './run-command.js';

const PROGRAM = fileURLToPath(new URL('../../src/node/cli.ts', import.meta.url));

describe('the command set-card-pin', () => {
  it('prints the version of the package with --version', async () => {
    const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    assert.deepEqual(await runCommand(PROGRAM, ['--version']), {
      exitCode: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  it('refuses an unknown command without quoting it, and lists its commands', async () => {
    // It could be an API key.
    const { exitCode, stdout, stderr } = await runCommand(PROGRAM, ['toString']);
    assert.deepEqual({ exitCode, stdout }, { exitCode: 2, stdout: '' });
    assert.match(
      stderr,
      /^Unknown command\. Use one of sandbox, doctor, frame\.\n\nUsage: npx set-card-pin COMMAND/,
    );
    for (const name of ['sandbox', 'doctor', 'frame'])
      assert.match(stderr, new RegExp(`^  ${name} `, 'm'));
    assert.doesNotMatch(stderr, /toString/);
  });

  it('ends without an error message if its reader has closed the pipe', async () => {
    const { process: child, ended } = startCommand(PROGRAM, ['--help']);
    child.stdout?.destroy();
    assert.deepEqual(await ended, { exitCode: 1, stdout: '', stderr: '' });
  });
});

describe('the options of a command', () => {
  const read = (...args: string[]) =>
    readOptions(args, { port: Number, out: String }, { flags: ['json'] });

  it('have their values after a space or an equals sign', () => {
    assert.deepEqual(read('--port', '1', '--out=-a', '--json'), {
      port: 1,
      out: '-a',
      json: true,
    });
    assert.deepEqual(read(), {});
  });

  it('are not read if they ask for help', () => {
    for (const args of [['--help'], ['--out', '-h'], ['--unknown', '--help']])
      assert.equal(read(...args), 'help');
    assert.equal(noOptions(['-h']), 'help');
  });

  for (const [args, message] of [
    [['--prot', '1'], /^Unknown option: --prot\.$/],
    [['--toString', '1'], /^Unknown option: --toString\.$/],
    [['config.json'], /^Unexpected argument: "config\.json"\.$/],
    [['--json=yes'], /^--json takes no value\.$/],
    [['--out='], /^--out needs a value\.$/],
    [['--out', '--json'], /^--out needs a value\.$/],
  ] as const) {
    it(`refuse ${args.join(' ')}`, () => {
      assert.throws(() => read(...args), { constructor: UsageError, message });
    });
  }
});

describe('a command', () => {
  it('prints the mistake and its help after a usage error, and exits with 2', async (context) => {
    const printed: unknown[] = [];
    context.mock.method(process.stderr, 'write', (text: unknown) => printed.push(text));
    await callCommand('Usage: x\n', noOptions, () => Promise.resolve(), ['y']);
    const { exitCode } = process;
    process.exitCode = undefined;
    assert.deepEqual([printed, exitCode], [['Unexpected argument: "y".\n\nUsage: x\n'], 2]);
  });
});
