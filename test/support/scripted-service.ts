/**
 * A service on loopback with scripted answers, for tests of the client that need answers which no
 * well-behaved service gives. It records the requests.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import type { Platform } from '../../src/service/request.js';

/** Answers one request. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A request that the service received. */
export interface ReceivedRequest {
  readonly query: string;
  readonly variables: { readonly IdempotencyKey?: string };
  readonly authorization: string | undefined;
}

export interface ScriptedService {
  readonly url: URL;
  readonly requests: readonly ReceivedRequest[];
}

let services = 0;

/** Runs a function with a service that gives the answers in order, and repeats the last one. */
export async function withService<T>(
  answers: readonly Answer[],
  run: (service: ScriptedService) => Promise<T>,
): Promise<T> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    void text(request).then((body) => {
      requests.push({
        ...(JSON.parse(body) as Pick<ReceivedRequest, 'query' | 'variables'>),
        authorization: request.headers.authorization,
      });
      answer?.(response, request);
    });
  });
  await listen(server, 0);
  try {
    // The client remembers the document of an address, and a later service may get the same port.
    const url = new URL(`${addressOf(server)}/graphql?service=${services++}`);
    return await run({ url, requests });
  } finally {
    await stop(server);
  }
}

/**
 * Answers with a body.
 *
 * @param body - A string, which is sent unchanged, or a value, which is sent as JSON.
 */
export function respond(status: number, body: unknown, headers: object = {}): Answer {
  return (response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Closes the connection without an answer. */
export const dropConnection: Answer = (response) => response.destroy();

/** Returns the envelope around a payload of the mutation. */
export function envelope(payload: unknown, rest: object = {}): object {
  return { data: { result: payload }, extensions: { requestId: 'r-1' }, ...rest };
}

/** The only payload that is a success. */
export const CARD = { __typename: 'PaymentCard', id: 'card_1', bin: '999900', last4: '1001' };

/**
 * Creates a platform from the functions of Node.
 *
 * @param sent - Gets the options of each request.
 */
export function nodePlatform(sent: RequestInit[] = []): Platform {
  return {
    fetch: (url, init) => {
      sent.push(init);
      return fetch(url, init);
    },
    json: JSON,
    online: () => true,
  };
}
