/**
 * Runs shell samples, line by line. Commands that would take minutes or change this machine are
 * only checked against package.json.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readArguments } from '../../../src/node/doctor/arguments.js';
import { diagnose } from '../../../src/node/doctor/diagnose.js';
import { PROJECT } from '../../../tools/project.js';
import type { SandboxClient } from '../../node/sandbox/sandbox-client.js';

const PACKAGE = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

/** Commands that need a network or the clone's address, and one that runs with its sample. */
const UNTRIED = [
  'npm ci',
  'npm init -y',
  'git clone REPOSITORY set-card-pin',
  'cd set-card-pin',
  'node server.mjs',
];

export interface CommandContext {
  readonly client: SandboxClient;
  /** The folder in which commands of the package run. */
  readonly folder: string;
  /** The program `set-card-pin`. */
  readonly program: string;
  /** Serves the frame page, and returns its address. */
  readonly serveFrame: () => Promise<string>;
}

/** @throws {Error} if a command fails, or is unknown here */
export async function runCommands(code: string, context: CommandContext): Promise<void> {
  const commands = code
    .split('\n')
    .map((line) => line.replace(/(^| +)#.*$/, ''))
    .flatMap((line) => line.split(' && '))
    .filter((command) => command !== '');
  for (const command of commands) await runCommand(command.split(' '), context);
}

async function runCommand(words: readonly string[], context: CommandContext): Promise<void> {
  const [program, first = '', ...rest] = words;
  const command = words.join(' ');
  if (UNTRIED.includes(command)) return;
  if (program === 'npm' && first === 'install') {
    const known = [PACKAGE.name, ...Object.keys(PACKAGE.peerDependencies ?? {})];
    for (const name of rest) assert.ok(known.includes(name), `${command}: ${name} is unknown.`);
  } else if (program === 'npm' && (first === 'start' || first === 'test')) {
    await runScript(first, rest);
  } else if (program === 'npm' && first === 'run') {
    await runScript(rest[0] ?? '', rest.slice(1));
  } else if (program === 'npx' && first === 'set-card-pin') {
    await runPackageCommand(rest, context);
  } else {
    assert.fail(`Unknown command: ${command}. Add it to commands.ts.`);
  }
}

/** Runs a command of the package. */
async function runPackageCommand(
  [name = '', ...args]: readonly string[],
  context: CommandContext,
): Promise<void> {
  if (name === 'doctor') return runDoctor(args, context);
  const address = args.includes('--check') ? await context.serveFrame() : '';
  const words = args.map((word) => (word.startsWith('https://') ? address : word));
  // The sandbox ends with the command that it runs. Without one, a server would not end.
  const end = words.indexOf('--');
  if (end >= 0) words.splice(end + 1, Infinity, process.execPath, '--version');
  else if (name === 'sandbox' || words.includes('--serve')) words.push('--help');
  await run([context.program, name, ...words], context.folder);
}

async function runScript(name: string, [dashes, ...args]: readonly string[]): Promise<void> {
  const script = PACKAGE.scripts[name];
  assert.ok(script !== undefined, `package.json has no script ${name}.`);
  if (dashes === undefined) return;
  assert.equal(dashes, '--', `npm run ${name} ${dashes}`);
  // With --help, a program reads all other arguments, and then ends.
  const [program, ...first] = script.split(' ');
  assert.equal(program, 'node', script);
  await run([...first, ...args, '--help'], PROJECT);
}

async function runDoctor(args: string[], { client }: CommandContext): Promise<void> {
  const options = readArguments(args);
  assert.ok(options !== 'help');
  const { test } = client.sandbox;
  const card = options.card === undefined ? undefined : (await client.card('accepted')).id;
  let printed = '';
  const output = { write: (text: string) => (printed += text) };
  const faults = await diagnose({ ...options, endpoint: test.url, card }, test.apiKey, output);
  assert.equal(faults, 0, printed);
}

/** Runs a program for Node. */
async function run(args: readonly string[], cwd: string): Promise<void> {
  await promisify(execFile)(process.execPath, args, { cwd, timeout: 30_000 });
}
