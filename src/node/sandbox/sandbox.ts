/** `set-card-pin/sandbox`: starts a sandbox from code, for a project's tests. */
import { addressOf, listen, LOOPBACK, stop } from '../loopback-server.js';
import { SandboxControl } from './control-client.js';
import { createControl } from './control.js';
import { Clock, Environment } from './environment.js';
import { createTransport } from './http-server.js';
import { RequestLog } from './log.js';
import { readSchema } from './schema.js';

export type { CardState, SandboxBehaviour, SandboxCard } from './cards.js';
export { SandboxControl } from './control-client.js';
export type { EnvironmentName } from './credentials.js';
export type { LoggedRequest } from './log.js';
export type { ScriptedAnswer } from './scripted-answers.js';

/** The schemas that the README describes. */
export const SCHEMA_NAMES = ['full', 'provider'] as const;

export type SchemaName = (typeof SCHEMA_NAMES)[number];

export interface SandboxOptions {
  /**
   * The test environment's port, 4400 by default. The live environment and the control interface
   * use the next two ports. 0 uses any three free ports.
   */
  readonly port?: number;
  /**
   * The address that the two environments listen on, loopback by default. The control interface
   * always listens on loopback.
   */
  readonly host?: string;
  /** `full` by default. `provider` has the types that the provider publishes. */
  readonly schema?: SchemaName;
}

/** A running sandbox's addresses. */
export interface SandboxAddresses {
  /** The URL of the GraphQL endpoint, and its API key. */
  readonly test: { readonly url: string; readonly apiKey: string };
  readonly live: { readonly url: string; readonly apiKey: string };
  /** The URL that the control interface's routes begin with, without a slash at the end. */
  readonly control: { readonly url: string };
}

/** A running sandbox. */
export interface Sandbox extends SandboxAddresses {
  /** Changes the test environment, and lists the requests that the sandbox has received. */
  readonly control: SandboxControl;
  /** Closes all connections and frees the ports. */
  close(): Promise<void>;
}

const DEFAULT_PORT = 4400;

/**
 * Starts a test environment, a live environment and the control interface.
 *
 * @throws {RangeError} if the schema is unknown
 * @throws the server's error if a port can't be used, for example with `code` `EADDRINUSE` and the
 *   `port`; in that case, nothing is left running
 */
export async function startSandbox({
  port = DEFAULT_PORT,
  host = LOOPBACK,
  schema = 'full',
}: SandboxOptions = {}): Promise<Sandbox> {
  if (!SCHEMA_NAMES.includes(schema))
    throw new RangeError(`The schema must be one of: ${SCHEMA_NAMES.join(', ')}.`);
  const clock = new Clock();
  const log = new RequestLog();
  const environments = {
    test: new Environment('test', clock),
    live: new Environment('live', clock),
  };
  const serviceSchema = readSchema(schema);
  const servers = [
    createTransport(environments.test, serviceSchema, log, host),
    createTransport(environments.live, serviceSchema, log, host),
    createControl({ clock, environments, log }),
  ];
  const hosts = [host, host, LOOPBACK];
  const close = async (): Promise<void> => {
    // Releases responses that are waiting, and their timers.
    for (const environment of Object.values(environments)) environment.reset();
    await Promise.all(servers.map(stop));
  };
  try {
    for (const [index, server] of servers.entries())
      await listen(server, port === 0 ? 0 : port + index, hosts[index]);
  } catch (error) {
    await close();
    throw error;
  }
  const [test, live, control] = servers.map(addressOf) as [string, string, string];
  return {
    test: { url: `${test}/graphql`, apiKey: environments.test.credentials.apiKey },
    live: { url: `${live}/graphql`, apiKey: environments.live.credentials.apiKey },
    control: new SandboxControl(control),
    close,
  };
}
