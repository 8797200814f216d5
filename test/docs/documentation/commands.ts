/** Runs samples of a shell, line by line. What would take minutes, or would change this machine, is looked up in place of being run. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { readArguments } from '../../../src/node/doctor/arguments.js';
import { diagnose } from '../../../src/node/doctor/diagnose.js';
import type { SandboxClient } from '../../node/sandbox/sandbox-client.js';
import { PROJECT } from './samples.js';

/** What `package.json` has. */
const PACKAGE = JSON.parse(readFileSync(`${PROJECT}package.json`, 'utf8')) as {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

export interface Machine {
  readonly client: SandboxClient;
  /** The folder in which commands of the package are run, and the one that is there. */
  readonly folder: string;
  readonly frameCommand: string;
  /** Where the frame page is really served. */
  readonly frame: () => Promise<string>;
}

/** @throws where a command fails, or is none that can be run here */
export async function runCommands(code: string, machine: Machine): Promise<void> {
  const commands = code
    .split('\n')
    .map((line) => line.replace(/(^| +)#.*$/, ''))
    .flatMap((line) => line.split(' && '))
    .filter((command) => command !== '');
  for (const command of commands) await runCommand(command.split(' '), machine);
}

async function runCommand(words: readonly string[], machine: Machine): Promise<void> {
  const [program, first = '', ...rest] = words;
  const command = words.join(' ');
  if (program === 'npm' && first === 'ci') return;
  if (program === 'npm' && first === 'install') {
    const known = [PACKAGE.name, ...Object.keys(PACKAGE.peerDependencies ?? {})];
    for (const name of rest) assert.ok(known.includes(name), `${command}: what is ${name}?`);
  } else if (program === 'npm' && (first === 'start' || first === 'test')) {
    await runScript(first, rest, machine);
  } else if (program === 'npm' && first === 'run') {
    await runScript(rest[0] ?? '', rest.slice(1), machine);
  } else if (command.startsWith('npx --no -- set-card-pin-frame ')) {
    const served = command.includes('https://') ? await machine.frame() : '';
    const options = words.slice(4).map((word) => (word.startsWith('https://') ? served : word));
    await run(process.execPath, [machine.frameCommand, ...options], machine.folder);
  } else {
    assert.fail(`Nobody here runs ${command}`);
  }
}

async function runScript(
  name: string,
  options: readonly string[],
  machine: Machine,
): Promise<void> {
  const script = PACKAGE.scripts[name];
  assert.ok(script !== undefined, `There is no script ${name}.`);
  if (options.length === 0) return;
  const [dashes, ...args] = options;
  assert.equal(dashes, '--', `npm run ${name} ${options.join(' ')}`);
  if (name === 'doctor') return doctor(args, machine);
  // Whoever asks for help has the rest of the arguments read, and nothing done.
  const [program = '', ...first] = script.split(' ');
  assert.equal(program, 'node', script);
  await run(process.execPath, [...first, ...args, '--help'], PROJECT);
}

async function doctor(args: string[], { client }: Machine): Promise<void> {
  const options = readArguments(args);
  assert.ok(options !== 'help');
  const { test } = client.sandbox;
  const card = options.card === undefined ? undefined : (await client.card('accepted')).id;
  let said = '';
  const output = { write: (text: string) => (said += text) };
  const wrong = await diagnose({ ...options, endpoint: test.url, card }, test.apiKey, output);
  assert.equal(wrong, 0, said);
}

async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  await promisify(execFile)(program, args, { cwd, timeout: 30_000 });
}
