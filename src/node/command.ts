/** Parts that every command shares: arguments, output, exit codes, and stopping on a signal. */
import { styleText } from 'node:util';

/** A usage error: the arguments are wrong. The message explains the mistake. */
export class UsageError extends Error {}

/** Something that the command needs is not available. The message is human-readable. */
export class CommandError extends Error {}

/** Milliseconds that a command waits before it prints a notice. */
const NOTICE_DELAY = 1500;

/** Milliseconds between checks of the parent process, the shell that npm started. */
const PARENT_CHECK_INTERVAL = 500;

/** Read at import, because the parent may be gone by the time the server runs. */
const PARENT = process.ppid;

/**
 * Runs a server until it is stopped. After a signal to stop, the exit code is 0.
 *
 * @param describe - Returns the text to print once the server is running.
 */
export async function serve<Service extends { close(): Promise<void> }>(
  start: () => Promise<Service>,
  describe: (service: Service) => string,
): Promise<void> {
  const service = await withWaitNotice(start(), 'Starting…');
  closeOnSignal(service);
  // Printed last, because a program that waits for the address may stop the command at once.
  process.stdout.write(describe(service));
}

/** Waits for a promise. If the promise takes a while, prints the notice on standard error. */
export async function withWaitNotice<T>(promise: Promise<T>, notice: string): Promise<T> {
  const timer = setTimeout(() => process.stderr.write(`${notice}\n`), NOTICE_DELAY);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads the arguments, then runs the command or prints its help. Exits with 2 after a usage
 * error, and with 1 if a port is not available.
 *
 * @param args - By default, this process's arguments.
 * @param portOption - The option that chooses a port.
 */
export async function callCommand<Options>(
  help: string,
  readArguments: (args: string[]) => Options | 'help',
  act: (options: Options) => Promise<void>,
  args = process.argv.slice(2),
  portOption = '--port N',
): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endWithReader);
  try {
    const options = readArguments(args);
    if (options === 'help') process.stdout.write(help);
    else await act(options);
  } catch (error) {
    const isUsageError = error instanceof UsageError;
    const message =
      isUsageError || error instanceof CommandError ? error.message : portAdvice(error, portOption);
    if (message === undefined) throw error;
    process.stderr.write(`${message}\n${isUsageError ? `\n${help}` : ''}`);
    process.exitCode = isUsageError ? 2 : 1;
  }
}

interface ListenError extends NodeJS.ErrnoException {
  readonly port?: number;
  readonly address?: string;
}

/** Explains why a server can't listen. Returns `undefined` for any other error. */
function portAdvice(error: unknown, portOption: string): string | undefined {
  const { syscall, code, port, address } = error as ListenError;
  if (syscall !== 'listen') return undefined;
  const another = `Choose another one with ${portOption}.`;
  if (code === 'EADDRINUSE') return `Port ${port} is in use. ${another}`;
  if (code === 'EACCES') return `You are not allowed to use port ${port}. ${another}`;
  // EINVAL: a link-local address without its interface.
  if (code !== 'EADDRNOTAVAIL' && code !== 'EINVAL') return undefined;
  return `${address} is not an address of this machine. Choose another one with --host ADDRESS.`;
}

/** Ends the command if the reader of its output has closed the pipe, as `| head -1` does. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(1);
}

/** Reads an option's value, never an empty string. */
export type OptionReader<Value> = (text: string) => Value;

export interface ReadSettings<Flag extends string> {
  /** The options without a value, such as `--json`. */
  readonly flags?: readonly Flag[];
  /** Called with each argument that is not an option. By default, only options are allowed. */
  readonly onPositional?: (text: string) => void;
  /** Rewrites the message about an unknown option or argument, which might quote a secret. */
  readonly describeUnknown?: (message: string) => string;
}

/**
 * Reads options with values: `--port 4400` or `--port=4400`.
 *
 * @param readers - The reader of each option's value, by the option's name.
 * @returns The values of the options that were given, or `'help'`.
 * @throws {UsageError} for any other argument, or if a reader throws
 */
export function readOptions<Values extends object, Flag extends string = never>(
  args: readonly string[],
  readers: { readonly [Name in keyof Values]: OptionReader<Values[Name]> },
  { flags = [], onPositional, describeUnknown = String }: ReadSettings<Flag> = {},
): Partial<Values & Record<Flag, boolean>> | 'help' {
  if (args.includes('--help') || args.includes('-h')) return 'help';
  const values: Record<string, unknown> = {};
  const rest = [...args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const [option = '', ...parts] = argument.split('=');
    const name = option.slice(2);
    const given = parts.length === 0 ? undefined : parts.join('=');
    if (!argument.startsWith('-')) {
      if (onPositional === undefined)
        throw new UsageError(describeUnknown(`Unexpected argument: "${argument}".`));
      onPositional(argument);
    } else if (flags.some((flag) => option === `--${flag}`)) {
      if (given !== undefined) throw new UsageError(`${option} doesn’t take a value.`);
      values[name] = true;
    } else if (option.startsWith('--') && Object.hasOwn(readers, name)) {
      const value = given ?? (rest[0]?.startsWith('-') ? undefined : rest.shift());
      if (!value) throw new UsageError(`${option} needs a value.`);
      values[name] = readers[name as keyof Values](value);
    } else throw new UsageError(describeUnknown(`Unknown option: ${option}.`));
  }
  return values as Partial<Values & Record<Flag, boolean>>;
}

/**
 * Returns a reader for port numbers.
 *
 * @param largest - The largest port allowed, which is lower if a command also uses the next ports.
 */
export function portReader(option: string, largest = 65_535): OptionReader<number> {
  return (text) => {
    const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
    if (port <= largest) return port;
    throw new UsageError(`--${option} must be a whole number from 0 to ${largest}.`);
  };
}

function closeOnSignal(service: { close(): Promise<void> }): void {
  let closing = false;
  const close = (): void => {
    // After one Ctrl+C, signals arrive from both the terminal and npm.
    if (closing) return;
    closing = true;
    void service.close().then(() => process.exit(0));
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
  onParentEnd(close);
}

/**
 * Calls a function if the shell that npm started ends, because a signal to npm may end only npm
 * and its shell. Does nothing without npm, because a script that starts a server with `nohup` or
 * `setsid` may end before the server does.
 */
export function onParentEnd(act: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    act();
  }, PARENT_CHECK_INTERVAL).unref();
}

/** Styles text if the output goes to a terminal and `NO_COLOR` isn't set. */
export function style(format: Parameters<typeof styleText>[0], text: string): string {
  const hasColours = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
  return hasColours ? styleText(format, text) : text;
}
