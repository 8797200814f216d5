import { isIP } from 'node:net';
import { PortError, runCommand, style, UsageError } from '../command.js';
import { LOOPBACK, portFault } from '../loopback-server.js';
import { portReader, readOptions } from '../options.js';
import { SANDBOX_CARDS } from './cards.js';
import { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';
import { readSchemaName } from './schema-option.js';

const HELP = `Usage: npm run sandbox [-- --port N --host ADDRESS --schema NAME]

Starts the sandbox: the card-issuing service on your own machine, to set PINs against.
It takes no real data.

  --port N        the test environment's port, 4400 by default; the live one's and the
                  control interface's are the next two; 0 takes any three that are free
  --host ADDRESS  where to listen, 127.0.0.1 by default: this machine alone; 0.0.0.0 lets
                  others in; the control interface stays with this machine
  --schema NAME   full by default; provider serves a narrower schema, in which
                  setPinForPaymentCard has no argument IdempotencyKey
  --help          shows this and ends
`;

/** What is asked for, nothing for the defaults, or `help`. */
function readArguments(args: string[]): SandboxOptions | 'help' {
  // It takes the next two ports as well.
  return readOptions<Pick<Required<SandboxOptions>, 'port' | 'host' | 'schema'>>(args, {
    port: portReader('port', 65_533),
    host: readHost,
    schema: readSchemaName,
  });
}

function readHost(value: string | undefined): string {
  if (value !== undefined && isIP(value)) return value;
  throw new UsageError('--host must be an IP address.');
}

function describe(sandbox: Sandbox): string {
  const widest = (of: (card: (typeof SANDBOX_CARDS)[number]) => string) =>
    Math.max(...SANDBOX_CARDS.map((card) => of(card).length));
  const idWidth = widest(({ id }) => id);
  const outcomeWidth = widest(({ outcome }) => outcome);
  const cards = SANDBOX_CARDS.map(({ id, outcome, description }) => {
    const colour = outcome === 'set' ? 'green' : 'yellow';
    return `  ${id.padEnd(idWidth)}  ${style(colour, outcome.padEnd(outcomeWidth))}  ${description}`;
  });
  const { hostname } = new URL(sandbox.test.url);
  const audience =
    hostname === LOOPBACK ? 'this machine only' : `every machine that reaches ${hostname}`;
  return [
    '',
    style('bold', `The sandbox is running, for ${audience}. It takes no real data.`),
    '',
    `  test      ${style('cyan', sandbox.test.url)}  API key ${sandbox.test.apiKey}`,
    `  live      ${style('cyan', sandbox.live.url)}  API key ${sandbox.live.apiKey}`,
    `  control   ${style('cyan', sandbox.control.url)}`,
    '',
    style('bold', 'Cards, how setting a PIN on each one ends, and what happens'),
    '',
    ...cards,
    '',
    style('dim', 'Ctrl+C ends it.'),
    '',
  ].join('\n');
}

async function start(options: SandboxOptions): Promise<Sandbox> {
  try {
    return await startSandbox(options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRNOTAVAIL') {
      throw new PortError(`${options.host} is no address of this machine.`);
    }
    const fault = portFault(error);
    if (fault === undefined) throw error;
    throw new PortError(
      `${fault} The sandbox needs three ports in a row: end what is using it, or choose others, ` +
        'such as: npm run sandbox -- --port 4500',
    );
  }
}

await runCommand({ help: HELP, readArguments, start, describe });
