/** Parts that every command shares: arguments, output, exit codes, and stopping on a signal. */
import { styleText } from 'node:util';
import { withWaitNotice } from './wait-notice.js';

/** A usage error: the arguments are wrong. The message tells a person what is wrong with them. */
export class UsageError extends Error {}

/** A port or an address that the command needs is not available. The message is for a person. */
export class PortError extends Error {}

/** A command that runs a server until it is stopped. */
export interface Command<Options, Service extends { close(): Promise<void> }> {
  readonly help: string;
  /** @throws {UsageError} */
  readonly readArguments: (args: string[]) => Options | 'help';
  /** @throws {PortError} */
  readonly start: (options: Options) => Promise<Service>;
  /** Returns the text to print once the server runs. */
  readonly describe: (service: Service) => string;
}

/** Milliseconds between checks of the parent process, the shell that npm started. */
const PARENT_CHECK_INTERVAL = 500;

/** Read at import, because the parent may be gone by the time the server runs. */
const PARENT = process.ppid;

/**
 * Runs a command that runs a server. Exit codes: 0 after a signal to stop, 1 if a port is not
 * available, 2 after a usage error.
 */
export function runCommand<Options, Service extends { close(): Promise<void> }>(
  { help, readArguments, start, describe }: Command<Options, Service>,
  args?: string[],
): Promise<void> {
  return callCommand(help, readArguments, (options) => serve(() => start(options), describe), args);
}

/** Runs a server until it is stopped, like {@link runCommand}, but without reading arguments. */
export async function serve<Service extends { close(): Promise<void> }>(
  start: () => Promise<Service>,
  describe: (service: Service) => string,
): Promise<void> {
  await explainPortErrors(async () => {
    const service = await withWaitNotice(start(), 'Starting…');
    closeOnSignal(service);
    // Printed last, because a program that waits for the address may stop the command at once.
    process.stdout.write(describe(service));
  });
}

/** Runs a function. After a {@link PortError}, prints its message, and the exit code is 1. */
export async function explainPortErrors(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/**
 * Reads the arguments, then runs the command or prints its help. A usage error exits with 2.
 *
 * @param args - By default those of this process.
 */
export async function callCommand<Options>(
  help: string,
  readArguments: (args: string[]) => Options | 'help',
  act: (options: Options) => Promise<void>,
  args = process.argv.slice(2),
): Promise<void> {
  try {
    const options = readArguments(args);
    if (options === 'help') process.stdout.write(help);
    else await act(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${help}`);
    process.exitCode = 2;
  }
}

function closeOnSignal(service: { close(): Promise<void> }): void {
  let closing = false;
  const close = (): void => {
    // One Ctrl+C arrives several times: from the terminal, and from npm.
    if (closing) return;
    closing = true;
    void service.close().then(() => process.exit(0));
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
  // A signal to npm ends only npm and its shell, which don't pass it on. Then our parent changes.
  setInterval(() => {
    if (process.ppid !== PARENT) close();
  }, PARENT_CHECK_INTERVAL).unref();
}

/** Styles text for a terminal. Without a terminal, or with `NO_COLOR`, returns it unchanged. */
export function style(format: Parameters<typeof styleText>[0], text: string): string {
  const hasColours = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
  return hasColours ? styleText(format, text) : text;
}
