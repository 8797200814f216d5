import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { PortError, runCommand, style, UsageError } from '../command.js';
import { LOOPBACK, portFault } from '../loopback-server.js';
import { SANDBOX_CARDS } from './cards.js';
import { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';
import { isSchemaName, SCHEMA_NAMES, type SchemaName } from './schema.js';

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
  const { tokens } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      schema: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
    // Told in our own words.
    strict: false,
    tokens: true,
  });
  let options: SandboxOptions = {};
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`What is "${token.value}" for?`);
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return 'help';
    if (token.name === 'port') options = { ...options, port: readPort(token.value) };
    else if (token.name === 'host') options = { ...options, host: readHost(token.value) };
    else if (token.name === 'schema') options = { ...options, schema: readName(token.value) };
    else throw new UsageError(`There is no option ${token.rawName}.`);
  }
  return options;
}

function readPort(value: string | undefined): number {
  const port = /^\d{1,5}$/.test(value ?? '') ? Number(value) : NaN;
  if (port <= 65_533) return port;
  throw new UsageError('--port must be a whole number from 0 to 65533.');
}

function readHost(value: string | undefined): string {
  if (value !== undefined && isIP(value)) return value;
  throw new UsageError('--host must be an IP address.');
}

function readName(value: string | undefined): SchemaName {
  if (isSchemaName(value)) return value;
  throw new UsageError(`--schema must be ${SCHEMA_NAMES.join(' or ')}.`);
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
