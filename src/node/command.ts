/** What the commands have in common: how they are called, how they speak, how they fail, and how they end. */
import { styleText } from 'node:util';

/** A mistake in how a command was called, in plain words. */
export class UsageError extends Error {}

/** A port that a command needs and can't have, in plain words. */
export class PortError extends Error {}

/** A command that serves until it is told to end. */
export interface Command<Options, Service extends { close(): Promise<void> }> {
  readonly help: string;
  /** @throws {UsageError} */
  readonly readArguments: (args: string[]) => Options | 'help';
  /** @throws {PortError} */
  readonly start: (options: Options) => Promise<Service>;
  /** What to print once it serves. */
  readonly describe: (service: Service) => string;
}

/** How often to look whether the shell that npm started is still there, in milliseconds. */
const PARENT_CHECK = 500;

/** Read at once, as it may be gone by the time that the command serves. */
const PARENT = process.ppid;

/** After how long a command that has not begun to serve says that it is about to, in milliseconds. */
const PATIENCE = 1_500;

/** Runs a command that serves. It exits with 0 when it was told to end, with 1 where a port was taken, with 2 where it was called wrongly. */
export function runCommand<Options, Service extends { close(): Promise<void> }>({
  help,
  readArguments,
  start,
  describe,
}: Command<Options, Service>): Promise<void> {
  return callCommand(help, readArguments, (options) => serve(() => start(options), describe));
}

/** Serves until it is told to end, as {@link runCommand} does, for a command that does something else too. */
export async function serve<Service extends { close(): Promise<void> }>(
  start: () => Promise<Service>,
  describe: (service: Service) => string,
): Promise<void> {
  const news = setTimeout(() => process.stderr.write('Starting…\n'), PATIENCE);
  try {
    const service = await start();
    clearTimeout(news);
    endOnSignal(service);
    // Last: who reads the address may at once tell it to end.
    process.stdout.write(describe(service));
  } catch (error) {
    clearTimeout(news);
    if (!(error instanceof PortError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Has a command do what its arguments say, or explain itself. It exits with 2 where it was called wrongly. */
export async function callCommand<Options>(
  help: string,
  readArguments: (args: string[]) => Options | 'help',
  act: (options: Options) => Promise<void>,
): Promise<void> {
  try {
    const options = readArguments(process.argv.slice(2));
    if (options === 'help') process.stdout.write(help);
    else await act(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${help}`);
    process.exitCode = 2;
  }
}

function endOnSignal(service: { close(): Promise<void> }): void {
  let ending = false;
  const end = (): void => {
    // One Ctrl+C arrives several times: from the terminal, and from npm, which passes it on.
    if (ending) return;
    ending = true;
    void service.close().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  // A signal to npm alone ends npm and its shell, which pass nothing on: the parent is then another one.
  setInterval(() => {
    if (process.ppid !== PARENT) end();
  }, PARENT_CHECK).unref();
}

/** Styles a text where a person reads it at a terminal, and leaves it plain elsewhere. */
export function style(format: Parameters<typeof styleText>[0], text: string): string {
  const colourful = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
  return colourful ? styleText(format, text) : text;
}
