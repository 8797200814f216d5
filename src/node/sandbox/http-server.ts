import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isForThisMachine, isLoopbackAddress, targetOf } from '../loopback-server.js';
import {
  badCredentials,
  CORS_HEADERS,
  refusal,
  toWire,
  type Answer,
  type WireAnswer,
} from './answer.js';
import type { Environment } from './environment.js';
import { createExecutor, type Executor } from './execution.js';
import type { RequestLog } from './log.js';
import { readBody, RequestError } from './request.js';
import type { ServiceSchema } from './schema.js';

const PATH = '/graphql';

const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '600',
};

/** The response to a request that a website sent through DNS rebinding. */
const FOREIGN_HOST = refusal(403, { message: 'The Host header must name a loopback host.' });

/**
 * Creates one environment's server, which accepts JSON by POST on one path only.
 *
 * @param host - The address that the server will listen on.
 */
export function createTransport(
  environment: Environment,
  schema: ServiceSchema,
  log: RequestLog,
  host: string,
): Server {
  const execute = createExecutor(environment, schema);
  // Other machines reach a sandbox by a host name that isn't loopback.
  const isOpen = !isLoopbackAddress(host);
  return createServer((request, response) => {
    const isForUs = isOpen || isForThisMachine(request);
    // Client tokens expire on the sandbox's clock, so the `Date` header uses that clock.
    response.setHeader('Date', new Date(environment.clock.now()).toUTCString());
    // Each request has its own connection. Browsers resend a POST if a reused connection is cut,
    // and would then receive a response that should be lost.
    response.shouldKeepAlive = false;
    // Allowed on every path, so that a page can read the 404 for a wrong path.
    if (request.method === 'OPTIONS') response.writeHead(204, PREFLIGHT_HEADERS).end();
    // An unhandled rejection would end the sandbox.
    else
      serve(request, response, isForUs, environment, execute, log).catch(() => response.destroy());
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  isForUs: boolean,
  environment: Environment,
  execute: Executor,
  log: RequestLog,
): Promise<void> {
  const start = performance.now();
  const time = new Date(environment.clock.now()).toISOString();
  let body: string | null = null;
  let logged = false;
  const record = (wire: WireAnswer | null): void => {
    if (logged) return;
    logged = true;
    const { method = '', headers } = request;
    log.add({
      ...{ time, environment: environment.name, method, path: pathOf(request), headers, body },
      response: wire,
      milliseconds: Math.round(performance.now() - start),
    });
  };
  // If the client disconnects before the response, the log entry has no status.
  const left = new AbortController();
  response.once('close', () => {
    left.abort();
    record(null);
  });

  let answer: Answer;
  try {
    // The body is always read, because closing a connection with unread data may lose the response.
    body = await readBody(request);
    const caller = environment.credentials.identify(request.headers.authorization);
    answer =
      (isForUs ? refuseByHeaders(request) : FOREIGN_HOST) ??
      (caller ? await execute(body, caller) : badCredentials());
  } catch (error) {
    answer =
      error instanceof RequestError
        ? refusal(error.status, { message: error.message })
        : refusal(500, { message: 'Internal server error.' });
  }
  const { delayMilliseconds } = answer.script ?? {};
  if (delayMilliseconds)
    await wait(delayMilliseconds, undefined, { signal: left.signal }).catch(() => undefined);
  if (response.destroyed) return;
  const wire = toWire(answer);
  // Logged before it is sent, so that a client that has received the response finds it in the log.
  record(wire);
  if (wire === null) response.destroy();
  else response.writeHead(wire.status, wire.headers).end(wire.body);
}

/** Rejects a request because of its method, path or headers. */
function refuseByHeaders(request: IncomingMessage): Answer | undefined {
  if (pathOf(request) !== PATH) return refusal(404, { message: `Unknown path. Use ${PATH}.` });
  if (request.method !== 'POST')
    return { ...refusal(405, { message: 'The method must be POST.' }), headers: { Allow: 'POST' } };
  return /^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')
    ? undefined
    : refusal(415, { message: 'The Content-Type must be application/json.' });
}

/** Returns the path without the query string, which could contain a secret. */
function pathOf(request: IncomingMessage): string {
  return targetOf(request)?.pathname ?? '';
}
