import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { isForThisMachine, isLoopbackAddress, targetOf } from '../loopback-server.js';
import {
  badCredentials,
  CORS_HEADERS,
  jsonToWire,
  refusal,
  toWire,
  type Answer,
  type CardAnswer,
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

/** The answer to a request that a website sent here by DNS rebinding. */
const FOREIGN_HOST = refusal(403, { message: 'The Host header must name a loopback host.' });

/** Creates the server of one environment. It accepts JSON by POST on one path only. */
export function createTransport(
  environment: Environment,
  schema: ServiceSchema,
  log: RequestLog,
): Server {
  const execute = createExecutor(environment, schema);
  // A sandbox that other machines reach has a host name of its own.
  let isOpen = false;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    // Client tokens expire on the sandbox's clock, so its answers have the time of this clock.
    response.setHeader('Date', new Date(environment.clock.now()).toUTCString());
    // Each request gets its own connection. Browsers resend a POST if a reused connection is cut,
    // and would then get an answer that should be lost.
    response.shouldKeepAlive = false;
    if (request.method === 'OPTIONS') {
      // On every path, so that a page can read the 404 of a wrong path.
      response.writeHead(204, PREFLIGHT_HEADERS).end();
      return;
    }
    void serve(request, response, isOpen || isForThisMachine(request), environment, execute, log);
  };
  // Otherwise Node itself would answer a request that has no Host, without a request id.
  const server = createServer({ requireHostHeader: false }, answer);
  server.on('listening', () => {
    isOpen = !isLoopbackAddress((server.address() as AddressInfo).address);
  });
  server.on('clientError', refuseUnparsed);
  return server;
}

/** Answers a request that the HTTP parser refused. */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'The headers are too long.']
      : [400, 'The request is not valid HTTP.'];
  const { headers, body } = jsonToWire(refusal(status, { message }));
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
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
    log.add({
      time,
      environment: environment.name,
      request: {
        method: request.method ?? '',
        path: pathOf(request),
        headers: request.headers,
        body,
      },
      response: wire,
      milliseconds: Math.round(performance.now() - start),
    });
  };
  // If the client leaves before its answer, the log has no response.
  response.once('close', () => record(null));

  const refused = isForUs ? refuseByHeaders(request) : FOREIGN_HOST;
  let answer: Answer;
  try {
    // Always read: if a connection is closed with an unread body, the answer may be lost.
    const text = await readBody(request).catch(returnRequestError);
    if (refused) {
      answer = refused;
    } else {
      if (typeof text === 'string') body = text;
      const caller = environment.credentials.identify(request.headers.authorization);
      answer = caller ? await execute(text, caller) : badCredentials();
    }
  } catch {
    answer = refusal(500, { message: 'Internal server error.' });
  }
  const { script = {} } = answer;
  if (script.delayMilliseconds) await waitForClient(response, script.delayMilliseconds);
  if (response.destroyed) return;
  const wire = toWire(answer);
  // Logged before it is sent, so that a client that has the answer finds it in the log.
  record(wire);
  if (wire) await deliver(response, wire, script);
  else response.destroy();
}

/** Returns the error of an unreadable body. Any other error means that the client left. */
function returnRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  throw error;
}

/** Refuses a request by its method, path or headers. */
function refuseByHeaders(request: IncomingMessage): Answer | undefined {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    return refusal(400, { message: 'The request has no Host header.' });
  }
  if (pathOf(request) !== PATH) {
    return refusal(404, { message: `Unknown path: use ${PATH}.` });
  }
  if (request.method !== 'POST') {
    return {
      ...refusal(405, { message: 'The method must be POST.' }),
      headers: { Allow: 'POST' },
    };
  }
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    return refusal(415, { message: 'The Content-Type must be application/json.' });
  }
  return undefined;
}

/** Returns the path without the query string, which could contain a secret. */
function pathOf(request: IncomingMessage): string {
  return targetOf(request)?.pathname ?? '';
}

/** Statuses without a body in HTTP. */
const WITHOUT_BODY = [204, 304];

/** Waits, but not longer than the client stays connected. */
async function waitForClient(response: ServerResponse, milliseconds: number): Promise<void> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  response.once('close', abort);
  await wait(milliseconds, undefined, { signal: controller.signal }).catch(() => undefined);
  response.off('close', abort);
}

/** Sends an answer: at once or in chunks, padded or truncated. */
async function deliver(
  response: ServerResponse,
  { status, headers, body }: WireAnswer,
  { padding = 0, drip, truncate }: CardAnswer,
): Promise<void> {
  const bytes = Buffer.from(body + ' '.repeat(padding));
  const length = truncate ? bytes.length + 1 : bytes.length;
  const sendsLength = (truncate || !drip) && !WITHOUT_BODY.includes(status);
  response.writeHead(status, {
    ...headers,
    ...(sendsLength && { 'content-length': String(length) }),
  });
  const step = drip?.bytes ?? bytes.length;
  for (let start = 0; start < bytes.length && !response.destroyed; start += step) {
    response.write(bytes.subarray(start, start + step));
    if (drip) await waitForClient(response, drip.everyMilliseconds);
  }
  // The callback of an empty write runs after all earlier writes were sent.
  if (truncate) response.write('', () => response.destroy());
  else response.end();
}
