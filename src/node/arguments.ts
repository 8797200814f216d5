import { UsageError } from './command.js';

/** The commands of the package. */
const COMMANDS = ['sandbox', 'doctor', 'frame'] as const;

export type CommandName = (typeof COMMANDS)[number];

/** A command with its own arguments, or the version of the package. */
export type CliTask = 'version' | { readonly name: CommandName; readonly args: string[] };

export const HELP = `Usage: npx set-card-pin COMMAND [options]

  sandbox    starts a card-issuing service on your own machine, to develop and test with
  doctor     checks whether a service has what <set-card-pin> needs
  frame      prepares, serves or checks the frame page of isolated mode

  --help     prints this help; after a command, that of the command
  --version  prints the version of the package

Exit codes: 0 success; 1 a problem; 2 a usage error. Each command's help has the details.
The documentation is in the package: README.md and docs, in node_modules/set-card-pin.
`;

/**
 * Reads the arguments of `set-card-pin`.
 *
 * @throws {UsageError} if they don't begin with a command or an option
 */
export function readArguments([first, ...args]: string[]): CliTask | 'help' {
  if (first === '--help' || first === '-h') return 'help';
  if (first === '--version') return 'version';
  const name = COMMANDS.find((each) => each === first);
  if (name !== undefined) return { name, args };
  const known = COMMANDS.join(', ');
  throw new UsageError(
    first === undefined
      ? `The command is missing: use one of ${known}.`
      : `Unknown command. Use one of ${known}.`,
  );
}
