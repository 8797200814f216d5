import { portReader, readOptions } from '../../src/node/options.js';
import { readSchemaName } from '../../src/node/sandbox/schema-option.js';
import type { SchemaName } from '../../src/node/sandbox/schema.js';

/** Which ports to take; 0 takes any that is free. */
export interface StartOptions {
  /** The playground's. */
  readonly port: number;
  /** The frame page's. */
  readonly framePort: number;
  /** The sandbox's first: it takes three in a row. */
  readonly sandboxPort: number;
  /** The sandbox's. */
  readonly schema: SchemaName;
}

export const DEFAULT_OPTIONS: StartOptions = {
  port: 5173,
  framePort: 5174,
  sandboxPort: 4400,
  schema: 'full',
};

export const HELP = `Usage: npm start [-- --port N --frame-port N --sandbox-port N --schema NAME]

Starts the playground, where you set a PIN with <set-card-pin>, and the sandbox that
takes it: the card-issuing service on your own machine. They take no real data.

  --port N           the playground's port, ${DEFAULT_OPTIONS.port} by default; 0 takes any that is free
  --frame-port N     the port of isolated mode's frame page, ${DEFAULT_OPTIONS.framePort} by default; 0 takes any
                     that is free
  --sandbox-port N   the sandbox's first port, ${DEFAULT_OPTIONS.sandboxPort} by default; it takes this one and
                     the next two; 0 takes any three that are free
  --schema NAME      the sandbox's schema: full by default; provider is a narrower one, in
                     which setPinForPaymentCard has no argument IdempotencyKey
  --help             shows this and ends
`;

/**
 * Reads the command's arguments.
 *
 * @throws {UsageError} when there is one that it doesn't know, or a port that is none
 */
export function readArguments(args: string[]): StartOptions | 'help' {
  const options = readOptions(args, {
    port: portReader('port'),
    'frame-port': portReader('frame-port'),
    // It takes the next two as well.
    'sandbox-port': portReader('sandbox-port', 65_533),
    schema: readSchemaName,
  });
  if (options === 'help') return 'help';
  return {
    port: options.port ?? DEFAULT_OPTIONS.port,
    framePort: options['frame-port'] ?? DEFAULT_OPTIONS.framePort,
    sandboxPort: options['sandbox-port'] ?? DEFAULT_OPTIONS.sandboxPort,
    schema: options.schema ?? DEFAULT_OPTIONS.schema,
  };
}
