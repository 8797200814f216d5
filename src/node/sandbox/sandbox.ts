import { addressOf, listen, LOOPBACK, stop } from '../loopback-server.js';
import { Clock } from './clock.js';
import { createControl } from './control.js';
import { Environment } from './environment.js';
import { createTransport } from './http-server.js';
import { RequestLog } from './request-log.js';
import { readSchema, type SchemaName } from './schema.js';

export interface SandboxOptions {
  /**
   * The test environment's port, 4400 by default; the live one's and the control interface's are the next two. 0 takes any three
   * that are free.
   */
  readonly port?: number;
  /** The address at which the two environments listen: loopback's by default. The control interface never leaves loopback. */
  readonly host?: string;
  /** `full` by default; `provider` serves both environments without the argument `IdempotencyKey`. */
  readonly schema?: SchemaName;
}

/** A sandbox that is running. */
export interface Sandbox {
  /** The address of the GraphQL endpoint, and the API key that is good there. */
  readonly test: { readonly url: string; readonly apiKey: string };
  readonly live: { readonly url: string; readonly apiKey: string };
  /** The address that the routes of the control interface begin with; it ends without a slash. */
  readonly control: { readonly url: string };
  /** Ends every connection and lets the ports go. */
  close(): Promise<void>;
}

const DEFAULT_PORT = 4400;

/**
 * Starts the service on one's own machine, for loopback alone unless told otherwise: a test and a live environment, and the control
 * interface.
 * @throws {RangeError} when the port leaves no room for three
 * @throws the server's error, with `code` `EADDRINUSE` and the `port`, when a port is taken; then nothing is left running
 */
export async function startSandbox({
  port = DEFAULT_PORT,
  host = LOOPBACK,
  schema = 'full',
}: SandboxOptions = {}): Promise<Sandbox> {
  if (!Number.isInteger(port) || port < 0 || port > 65_533) {
    throw new RangeError('The port must be a whole number from 0 to 65533.');
  }
  const clock = new Clock();
  const log = new RequestLog();
  const environments = {
    test: new Environment('test', clock),
    live: new Environment('live', clock),
  };
  const served = readSchema(schema);
  const servers = [
    createTransport(environments.test, served, log),
    createTransport(environments.live, served, log),
    createControl({ clock, environments, log }),
  ];
  const hosts = [host, host, LOOPBACK];
  const close = async (): Promise<void> => {
    // Lets go of answers that are being held back, and of their timers.
    for (const environment of Object.values(environments)) environment.reset();
    await Promise.all(servers.map(stop));
  };
  try {
    for (const [index, server] of servers.entries()) {
      await listen(server, port === 0 ? 0 : port + index, hosts[index]);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const [test, live, control] = servers.map(addressOf) as [string, string, string];
  return {
    test: { url: `${test}/graphql`, apiKey: environments.test.credentials.apiKey },
    live: { url: `${live}/graphql`, apiKey: environments.live.credentials.apiKey },
    control: { url: control },
    close,
  };
}
