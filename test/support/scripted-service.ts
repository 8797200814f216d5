/**
 * A service on loopback that answers as told, one answer after another, and keeps what it was asked: for the client's rooms, which need
 * answers that no well-behaved service gives.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Platform } from '../../src/service/request.js';

/** What the service does with one request. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** One request that arrived. */
export interface Asked {
  readonly query: string;
  readonly variables: { readonly IdempotencyKey?: string };
  readonly authorization: string | undefined;
}

export interface ScriptedService {
  readonly url: URL;
  readonly asked: readonly Asked[];
}

/** Runs with a service that gives the answers in order, the last one again and again. */
export async function serving<T>(
  answers: readonly Answer[],
  run: (service: ScriptedService) => Promise<T>,
): Promise<T> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    void text(request).then((body) => {
      asked.push({
        ...(JSON.parse(body) as Pick<Asked, 'query' | 'variables'>),
        authorization: request.headers.authorization,
      });
      answer?.(response, request);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await run({ url: new URL(`http://127.0.0.1:${port}/graphql`), asked });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** An answer with a JSON body, or with any text. */
export function answering(status: number, body: unknown, headers: object = {}): Answer {
  return (response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Cuts the connection. */
export const lost: Answer = (response) => response.destroy();

/** The payload of the mutation, in its envelope. */
export function payload(member: unknown, rest: object = {}): object {
  return { data: { result: member }, extensions: { requestId: 'r-1' }, ...rest };
}

/** The one shape that is success. */
export const CARD = { __typename: 'PaymentCard', id: 'card_1', bin: '999900', last4: '1001' };

/** Node's own platform, with a note of what each request was asked to be. */
export function nodePlatform(noted: RequestInit[] = []): Platform {
  return {
    fetch: (url, init) => {
      noted.push(init);
      return fetch(url, init);
    },
    json: JSON,
    online: () => true,
  };
}
