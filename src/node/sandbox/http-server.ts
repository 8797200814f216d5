import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { GraphQLSchema } from 'graphql';
import { badCredentials, refusal, type Answer, type JsonAnswer } from './answer.js';
import { deliver, holdBack } from './delivery.js';
import type { Environment } from './environment.js';
import { createExecutor, type Executor } from './execution.js';
import {
  maskCredentials,
  maskHeaders,
  maskPins,
  maskRequest,
  type MaskedRequest,
} from './masking.js';
import { BodyError, readBody } from './request-body.js';
import type { LoggedRequest, RequestLog } from './request-log.js';
import type { Delivery } from './scripted-answers.js';
import { CORS_HEADERS, jsonToWire, toWire } from './wire.js';

const PATH = '/graphql';

const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '600',
};

/** The transport of one environment: one path, one method, JSON only, a request id on every answer. */
export function createTransport(
  environment: Environment,
  schema: GraphQLSchema,
  log: RequestLog,
): Server {
  const execute = createExecutor(environment, schema);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    // Browsers send a POST again by themselves when a connection that they have used before is cut; the answer that gets lost
    // would come after all. So every request has a connection of its own.
    response.shouldKeepAlive = false;
    if (request.method === 'OPTIONS') {
      // On every path: a page must be able to read the 404 of a wrong one.
      response.writeHead(204, PREFLIGHT_HEADERS).end();
      return;
    }
    void serve(request, response, environment, execute, log);
  };
  // Node would answer a request without a Host, or with an expectation that it doesn't know, by itself: without a request id.
  const server = createServer({ requireHostHeader: false }, answer);
  server.on('checkExpectation', answer);
  server.on('clientError', refuseUnparsed);
  return server;
}

/** Answers what the parser of HTTP gave up on. */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'The headers are too long.']
      : [400, 'The request is not HTTP.'];
  const wire = jsonToWire(refusal(status, [{ message }]));
  const headers = {
    ...wire.headers,
    connection: 'close',
    'content-length': Buffer.byteLength(wire.body),
  };
  socket.end(
    [
      `HTTP/1.1 ${wire.status} ${STATUS_CODES[wire.status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      wire.body,
    ].join('\r\n'),
  );
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  environment: Environment,
  execute: Executor,
  log: RequestLog,
): Promise<void> {
  const start = performance.now();
  const time = new Date(environment.clock.now()).toISOString();
  let masked: MaskedRequest = { body: null, pins: new Set() };
  let logged = false;
  const record = (answer: LoggedRequest['response']): void => {
    if (logged) return;
    logged = true;
    log.add({
      time,
      environment: environment.name,
      request: {
        method: request.method ?? '',
        path: maskCredentials(pathOf(request)),
        headers: maskHeaders(request.headers),
        body: masked.body,
      },
      response: answer,
      milliseconds: Math.round(performance.now() - start),
    });
  };
  // The client has left before its answer.
  response.once('close', () => record(null));

  const refused = refuseByHead(request);
  let answer: Answer;
  try {
    // It is read in any case: a connection that is closed with a body unread may lose its answer.
    const text = await readBody(request).catch(unlessUnreadable);
    if (refused) {
      answer = refused;
    } else {
      if (typeof text === 'string') masked = maskRequest(text);
      const caller = environment.credentials.identify(request.headers.authorization);
      answer = caller ? await execute(text, caller) : badCredentials();
    }
  } catch {
    answer = refusal(500, [{ message: 'Internal server error.' }]);
  }
  const delivery: Delivery = answer.kind === 'scripted' ? answer.script : {};
  if (delivery.delayMilliseconds) await holdBack(response, delivery.delayMilliseconds);
  if (response.destroyed) return;
  const wire = toWire(answer);
  // The log comes first: whoever has the answer finds it there.
  record(
    wire && {
      status: wire.status,
      headers: maskHeaders(wire.headers),
      body: maskCredentials(
        // The service doesn't repeat a PIN; whoever writes a script may try what becomes of one that does.
        answer.kind === 'scripted'
          ? maskPins(readBack(wire.body), masked.pins)
          : readBack(wire.body),
      ),
    },
  );
  if (wire) await deliver(response, wire, delivery);
  else response.destroy();
}

/** A body that can't be read is answered; a client that has left is not. */
function unlessUnreadable(error: unknown): BodyError {
  if (error instanceof BodyError) return error;
  throw error;
}

/** What can be refused before the body is read. */
function refuseByHead(request: IncomingMessage): JsonAnswer | undefined {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    return refusal(400, [{ message: 'The request has no Host.' }]);
  }
  if (pathOf(request) !== PATH) {
    return refusal(404, [{ message: `There is nothing here: the path is ${PATH}.` }]);
  }
  if (request.method !== 'POST') {
    return {
      ...refusal(405, [{ message: 'The method must be POST.' }]),
      headers: { Allow: 'POST' },
    };
  }
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    return refusal(415, [{ message: 'The Content-Type must be application/json.' }]);
  }
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    return refusal(415, [{ message: 'The body must not be compressed.' }]);
  }
  return undefined;
}

/** A body as the log shows it: JSON, or text when it isn't JSON. */
function readBack(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The path alone: what stands in a query string is nobody's business. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}
