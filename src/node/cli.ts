/** `set-card-pin`, the package's command. */
import { readFile } from 'node:fs/promises';
import { callCommand, UsageError } from './command.js';

/** Each command loads only its own modules. */
const COMMANDS = new Map<string, () => Promise<{ main(args: string[]): Promise<void> }>>([
  ['sandbox', () => import('./sandbox/main.js')],
  ['doctor', () => import('./doctor/main.js')],
  ['frame', () => import('./frame/main.js')],
]);

const HELP = `Usage: npx set-card-pin COMMAND [options]

  sandbox    starts a card-issuing API on your own machine, to develop and test with
  doctor     checks whether an API provides what <set-card-pin> needs
  frame      prepares, serves or checks the frame page of isolated mode

  --help     prints this help; after a command, prints that command's help
  --version  prints the package's version

Exit codes: 0 success; 1 a problem; 2 a usage error. Each command's help has the details.
The documentation is in the package: see README.md and docs in node_modules/set-card-pin.
`;

await callCommand(HELP, readArguments, (run) => run());

/** @throws {UsageError} if the arguments don't begin with a command or an option */
function readArguments([first = '', ...args]: string[]): 'help' | (() => Promise<void>) {
  if (first === '--help' || first === '-h') return 'help';
  if (first === '--version') return printVersion;
  const load = COMMANDS.get(first);
  if (load !== undefined) return async () => (await load()).main(args);
  // The argument isn't quoted, because it could be an API key.
  const fault = first === '' ? 'The command is missing' : 'Unknown command';
  throw new UsageError(`${fault}. Use one of ${[...COMMANDS.keys()].join(', ')}.`);
}

async function printVersion(): Promise<void> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  process.stdout.write(`${(JSON.parse(manifest) as { version: string }).version}\n`);
}
