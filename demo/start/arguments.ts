import { parseArgs } from 'node:util';
import { UsageError } from '../command.js';
import { isSchemaName, SCHEMA_NAMES, type SchemaName } from '../sandbox/schema.js';

/** Which ports to take; 0 takes any that is free. */
export interface StartOptions {
  /** The playground's. */
  readonly port: number;
  /** The sandbox's first: it takes three in a row. */
  readonly sandboxPort: number;
  /** The sandbox's. */
  readonly schema: SchemaName;
}

export const DEFAULT_OPTIONS: StartOptions = { port: 5173, sandboxPort: 4400, schema: 'full' };

export const HELP = `Usage: npm start [-- --port N --sandbox-port N --schema NAME]

Starts the playground, where you set a PIN with <set-card-pin>, and the sandbox that
takes it: the card-issuing service on your own machine. They take no real data.

  --port N           the playground's port, ${DEFAULT_OPTIONS.port} by default; 0 takes any that is free
  --sandbox-port N   the sandbox's first port, ${DEFAULT_OPTIONS.sandboxPort} by default; it takes this one and
                     the next two; 0 takes any three that are free
  --schema NAME      the sandbox's schema: full by default; provider is a narrower one, in
                     which setPinForPaymentCard has no argument IdempotencyKey
  --help             shows this and ends
`;

/** The largest number each option may have: a port, and one that leaves room for two more. */
const LARGEST = { port: 65_535, 'sandbox-port': 65_533 };

/**
 * Reads the command's arguments.
 *
 * @throws {UsageError} when there is one that it doesn't know, or a port that is none
 */
export function readArguments(args: string[]): StartOptions | 'help' {
  const { tokens } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      'sandbox-port': { type: 'string' },
      schema: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
    // Told in our own words.
    strict: false,
    tokens: true,
  });
  let { port, sandboxPort, schema } = DEFAULT_OPTIONS;
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`What is "${token.value}" for?`);
    if (token.kind !== 'option') continue;
    switch (token.name) {
      case 'help':
        return 'help';
      case 'port':
        port = readPort(token.name, token.value);
        break;
      case 'sandbox-port':
        sandboxPort = readPort(token.name, token.value);
        break;
      case 'schema':
        if (!isSchemaName(token.value))
          throw new UsageError(`--schema must be ${SCHEMA_NAMES.join(' or ')}.`);
        schema = token.value;
        break;
      default:
        throw new UsageError(`There is no option ${token.rawName}.`);
    }
  }
  return { port, sandboxPort, schema };
}

function readPort(option: keyof typeof LARGEST, value: string | undefined): number {
  const port = /^\d{1,5}$/.test(value ?? '') ? Number(value) : NaN;
  if (port <= LARGEST[option]) return port;
  throw new UsageError(`--${option} must be a whole number from 0 to ${LARGEST[option]}.`);
}
