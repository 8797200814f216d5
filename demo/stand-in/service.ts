/** The sandbox's test environment in a page, where a function responds instead of a server. */
/// <reference types="vite/client" />
import { buildSchema } from 'graphql';
import { badCredentials, toWire, type WireAnswer } from '../../src/node/sandbox/answer.js';
import { Clock, Environment } from '../../src/node/sandbox/environment.js';
import { createExecutor } from '../../src/node/sandbox/execution.js';
import { RequestLog } from '../../src/node/sandbox/log.js';
import schema from '../../src/node/sandbox/schema.graphql?raw';

const clock = new Clock();
export const log = new RequestLog();
export const environment = new Environment('test', clock);

const execute = createExecutor(environment, {
  graphql: buildSchema(schema),
  // As in the sandbox with this schema.
  pinPattern: /^[0-9]{4,12}$/,
});

/** A POST to the API. Its header names are in lower case. */
export interface ServiceRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Responds to a request, and logs both. Returns null if the response is lost. */
export async function answer({ headers, body }: ServiceRequest): Promise<WireAnswer | null> {
  const start = performance.now();
  const time = new Date(clock.now()).toISOString();
  const caller = environment.credentials.identify(headers['authorization']);
  const wire = toWire(caller ? await execute(body, caller) : badCredentials());
  log.add({
    time,
    ...{ environment: 'test', method: 'POST', path: '/graphql', headers, body },
    response: wire,
    milliseconds: Math.round(performance.now() - start),
  });
  return wire;
}
