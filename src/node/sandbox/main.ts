/** `set-card-pin sandbox`: a card-issuing API on this machine, to develop and test with. */
import { spawn } from 'node:child_process';
import { isIP } from 'node:net';
import { constants } from 'node:os';
import {
  callCommand,
  onParentEnd,
  portReader,
  readOptions,
  serve,
  style,
  UsageError,
} from '../command.js';
import { isLoopbackAddress, LOOPBACK } from '../loopback-server.js';
import { SANDBOX_CARDS } from './cards.js';
import {
  SCHEMA_NAMES,
  startSandbox,
  type Sandbox,
  type SandboxOptions,
  type SchemaName,
} from './sandbox.js';

interface SandboxCommand {
  readonly options: SandboxOptions;
  /** The command to run while the sandbox is running, or an empty array if there is none. */
  readonly command: readonly string[];
}

const HELP = `Usage: npx set-card-pin sandbox [--port N] [--host ADDRESS] [--schema NAME]
       npx set-card-pin sandbox [options] -- COMMAND ...

Starts the sandbox: a card-issuing API on your own machine, to develop and test with.
Don't use real data. The sandbox prints its addresses, its API keys and its cards, one for each
outcome. With a command, runs the command while the sandbox is running, for example in
continuous integration:

  npx set-card-pin sandbox --port 0 -- npm test

The command receives three environment variables: SET_CARD_PIN_ENDPOINT, SET_CARD_PIN_API_KEY
and SET_CARD_PIN_CONTROL, the address of the control interface.

  --port N        the test environment's port: 4400 by default; the live environment and
                  the control interface use the next two; 0 uses any three free ports
  --host ADDRESS  the address to listen on: 127.0.0.1 by default, which only this machine
                  can reach; 0.0.0.0 lets other machines connect, except to the control
                  interface. On other machines, the element needs https:, through your
                  own proxy
  --schema NAME   full by default; provider serves the types that the provider publishes,
                  without IdempotencyKey and with PINs of 4 digits
  --help          prints this help

Exit codes: 0 after a signal to stop, 1 if a port is not available, 2 after a usage error;
with a command, the command's exit code.
`;

export function main(args: string[]): Promise<void> {
  return callCommand(HELP, readArguments, run, args);
}

async function run({ options, command }: SandboxCommand): Promise<void> {
  if (command.length === 0)
    return serve(
      () => startSandbox(options),
      (sandbox) => describe(sandbox, options.host),
    );
  process.exitCode = await runBeside(await startSandbox(options), command);
}

/**
 * Reads the command's arguments.
 *
 * @throws {UsageError} if one is unknown, missing or malformed
 */
export function readArguments(args: string[]): SandboxCommand | 'help' {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const options = readOptions(args.slice(0, end), {
    // The sandbox also uses the next two ports.
    port: portReader('port', 65_533),
    host: readHost,
    schema: readSchemaName,
  });
  if (options === 'help') return 'help';
  const command = args.slice(end + 1);
  if (end < args.length && command.length === 0)
    throw new UsageError('The command after -- is missing.');
  return { options, command };
}

function readHost(value: string): string {
  if (isIP(value)) return value;
  throw new UsageError('--host must be an IP address.');
}

function readSchemaName(value: string): SchemaName {
  const name = SCHEMA_NAMES.find((each) => each === value);
  if (name !== undefined) return name;
  throw new UsageError(`--schema must be one of: ${SCHEMA_NAMES.join(', ')}.`);
}

/** Returns the text to print once the sandbox is running. */
function describe(sandbox: Sandbox, host = LOOPBACK): string {
  const idWidth = Math.max(...SANDBOX_CARDS.map(({ id }) => id.length));
  const outcomeWidth = Math.max(...SANDBOX_CARDS.map(({ outcome }) => outcome.length));
  const cards = SANDBOX_CARDS.map(({ id, outcome, description }) => {
    const colour = outcome === 'set' ? 'green' : 'yellow';
    return `  ${id.padEnd(idWidth)}  ${style(colour, outcome.padEnd(outcomeWidth))}  ${description}`;
  });
  const audience = isLoopbackAddress(host)
    ? 'this machine only'
    : 'every machine that can reach this one';
  return [
    '',
    style('bold', `The sandbox is running, for ${audience}. Don’t use real data.`),
    '',
    `  test      ${style('cyan', sandbox.test.url)}  API key ${sandbox.test.apiKey}`,
    `  live      ${style('cyan', sandbox.live.url)}  API key ${sandbox.live.apiKey}`,
    `  control   ${style('cyan', sandbox.control.url)}`,
    '',
    style('bold', 'Cards, the outcome of setting a PIN, and what happens'),
    '',
    ...cards,
    '',
    style('dim', 'Press Ctrl+C to stop it.'),
    '',
  ].join('\n');
}

/**
 * Runs a command with the sandbox's addresses in its environment, and closes the sandbox when the
 * command ends.
 *
 * @returns the command's exit code, as a shell would report it
 */
async function runBeside(sandbox: Sandbox, command: readonly string[]): Promise<number> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      SET_CARD_PIN_ENDPOINT: sandbox.test.url,
      SET_CARD_PIN_API_KEY: sandbox.test.apiKey,
      SET_CARD_PIN_CONTROL: sandbox.control.url,
    },
    // On Windows, npx and npm are scripts, which only a shell can start.
    shell: process.platform === 'win32',
  });
  // The sandbox runs until the command has ended. A terminal sends Ctrl+C to the command too.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  onParentEnd(() => child.kill('SIGTERM'));
  try {
    return await new Promise((resolve) => {
      child.once('error', ({ message }) => {
        process.stderr.write(`${program} can’t be started: ${message}\n`);
        resolve(127);
      });
      child.once('close', (code, signal) => {
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
      });
    });
  } finally {
    await sandbox.close();
  }
}
