/** Reads the arguments of a command. */
import { parseArgs } from 'node:util';
import { UsageError } from './command.js';

/** What an option's value means; it gets nothing where none was given. */
export type OptionReader<Value> = (text: string | undefined) => Value;

/** What to make of arguments that are none of the options. */
export interface OtherArguments {
  /** One that belongs to no option. Refused by default. */
  readonly onPositional?: (text: string) => void;
  /** An option that there is not. Refused by default. */
  readonly onUnknown?: (option: string) => never;
}

/**
 * Reads options, each with its value behind it: `--port 4400` or `--port=4400`.
 *
 * @param readers - What each option's value means, by its name.
 * @returns The values of those that were given, by their names; or that help is wanted.
 * @throws {UsageError} Where there is an argument that is none of them, and whatever a reader throws.
 */
export function readOptions<Values extends object>(
  args: string[],
  readers: { readonly [Name in keyof Values]: OptionReader<Values[Name]> },
  { onPositional = refusePositional, onUnknown = refuseUnknown }: OtherArguments = {},
): Partial<Values> | 'help' {
  const names = Object.keys(readers) as (keyof Values & string)[];
  const { tokens } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' } as const])),
      help: { type: 'boolean', short: 'h' },
    },
    // Told in our own words.
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

/** Reads the arguments of a command that takes none but `--help`. */
export function noOptions(args: string[]): object | 'help' {
  return readOptions<object>(args, {});
}

/**
 * A reader of port numbers.
 *
 * @param largest - The largest that leaves room for what is beside it.
 */
export function portReader(option: string, largest = 65_535): OptionReader<number> {
  return (text) => {
    const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : NaN;
    if (port <= largest) return port;
    throw new UsageError(`--${option} must be a whole number from 0 to ${largest}.`);
  };
}

function refusePositional(text: string): never {
  throw new UsageError(`What is "${text}" for?`);
}

function refuseUnknown(option: string): never {
  throw new UsageError(`There is no option ${option}.`);
}
