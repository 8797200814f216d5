/** `set-card-pin`, the package's command. */
import { readFile } from 'node:fs/promises';
import { callCommand, UsageError } from './command.js';

/** Each command loads only its own modules. */
const COMMANDS: Readonly<Record<string, () => Promise<{ main(args: string[]): Promise<void> }>>> = {
  sandbox: () => import('./sandbox/main.js'),
  doctor: () => import('./doctor/main.js'),
  frame: () => import('./frame/main.js'),
};

const HELP = `Usage: npx set-card-pin COMMAND [options]

  sandbox    starts a card-issuing service on your own machine, to develop and test with
  doctor     checks whether a service has what <set-card-pin> needs
  frame      prepares, serves or checks the frame page of isolated mode

  --help     prints this help; after a command, that of the command
  --version  prints the version of the package

Exit codes: 0 success; 1 a problem; 2 a usage error. Each command's help has the details.
The documentation is in the package: README.md and docs, in node_modules/set-card-pin.
`;

const [name = '', ...rest] = process.argv.slice(2);
const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (load !== undefined) await (await load()).main(rest);
else await callCommand(HELP, readArguments, printVersion);

/** @throws {UsageError} */
function readArguments(args: string[]): 'version' | 'help' {
  const [first] = args;
  if (first === '--help' || first === '-h') return 'help';
  if (first === '--version') return 'version';
  const known = Object.keys(COMMANDS).join(', ');
  throw new UsageError(
    first === undefined
      ? `The command is missing: use one of ${known}.`
      : `Unknown command. Use one of ${known}.`,
  );
}

async function printVersion(): Promise<void> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  process.stdout.write(`${(JSON.parse(manifest) as { version: string }).version}\n`);
}
