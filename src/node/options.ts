/** Reads the arguments of a command. */
import { parseArgs } from 'node:util';
import { UsageError } from './command.js';

/** Parses an option's text, which is `undefined` if the option has no value. */
export type OptionReader<Value> = (text: string | undefined) => Value;

export interface ReadSettings {
  /** The options that take no value, such as `--json`. */
  readonly flags?: readonly string[];
  /**
   * Called with an argument that is not an option. By default such an argument is a usage error.
   */
  readonly onPositional?: (text: string) => void;
  /** Called with an unknown option. By default such an option is a usage error. */
  readonly onUnknown?: (option: string) => never;
}

/**
 * Reads options with values: `--port 4400` or `--port=4400`.
 *
 * @param readers - The parser of each option, by the option's name.
 * @returns The values of the options that were given, or `'help'`.
 * @throws {UsageError} for any other argument, or if a reader throws
 */
export function readOptions<Values extends object>(
  args: string[],
  readers: { readonly [Name in keyof Values]: OptionReader<Values[Name]> },
  { flags = [], onPositional = refusePositional, onUnknown = refuseUnknown }: ReadSettings = {},
): Partial<Values> | 'help' {
  const names = Object.keys(readers) as (keyof Values & string)[];
  const { tokens } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(
        names.map((name) => [name, { type: flags.includes(name) ? 'boolean' : 'string' } as const]),
      ),
      help: { type: 'boolean', short: 'h' },
    },
    // Errors are reported below, with our own messages.
    strict: false,
    tokens: true,
  });
  const values: Partial<Values> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') onPositional(token.value);
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return 'help';
    const name = names.find((known) => known === token.name);
    if (name === undefined) return onUnknown(token.rawName);
    values[name] = readers[name](token.value);
  }
  return values;
}

/** Reads the arguments of a command whose only option is `--help`. */
export function noOptions(args: string[]): object | 'help' {
  return readOptions<object>(args, {});
}

/**
 * Returns a reader of port numbers.
 *
 * @param largest - The largest port allowed. Lower for a command that also uses the next ports.
 */
export function portReader(option: string, largest = 65_535): OptionReader<number> {
  return (text) => {
    const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : NaN;
    if (port <= largest) return port;
    throw new UsageError(`--${option} must be a whole number from 0 to ${largest}.`);
  };
}

/** @throws {UsageError} */
export function refusePositional(text: string): never {
  throw new UsageError(`Unexpected argument: "${text}".`);
}

/** @throws {UsageError} */
export function refuseUnknown(option: string): never {
  throw new UsageError(`Unknown option: ${option}.`);
}
