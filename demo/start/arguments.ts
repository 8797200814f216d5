import { portReader, readOptions } from '../../src/node/command.js';

/** Port 0 takes any free port. */
export interface StartOptions {
  /** The playground's port. */
  readonly port: number;
  /** The frame page's port. */
  readonly framePort: number;
  /** The first of the sandbox's three ports, which are in a row. */
  readonly sandboxPort: number;
}

const DEFAULT_OPTIONS: StartOptions = {
  port: 5173,
  framePort: 5174,
  sandboxPort: 4400,
};

export const HELP = `Usage: npm start [-- --port N --frame-port N --sandbox-port N]

Starts the playground, where you set a PIN with <set-card-pin>, and the sandbox, a copy
of the card service on your own machine. Use no real data.

  --port N           port of the playground (default: ${DEFAULT_OPTIONS.port})
  --frame-port N     port of isolated mode's frame page (default: ${DEFAULT_OPTIONS.framePort})
  --sandbox-port N   first of the sandbox's three ports (default: ${DEFAULT_OPTIONS.sandboxPort})
  --help             show this help

Port 0 takes any free port.
`;

/**
 * Reads the command's arguments.
 *
 * @throws {UsageError} for an unknown option or an invalid value.
 */
export function readArguments(args: string[]): StartOptions | 'help' {
  const options = readOptions(args, {
    port: portReader('port'),
    'frame-port': portReader('frame-port'),
    // The sandbox takes the next two ports too.
    'sandbox-port': portReader('sandbox-port', 65_533),
  });
  if (options === 'help') return 'help';
  return {
    port: options.port ?? DEFAULT_OPTIONS.port,
    framePort: options['frame-port'] ?? DEFAULT_OPTIONS.framePort,
    sandboxPort: options['sandbox-port'] ?? DEFAULT_OPTIONS.sandboxPort,
  };
}
