/**
 * A service on loopback with scripted answers, for tests of the client that need answers which no
 * well-behaved service gives. It records the requests.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import type { Platform } from '../../src/service/attempt.js';

/** Answers one request. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

interface ScriptedService {
  readonly url: URL;
  /** The bodies of the requests. */
  readonly requests: readonly string[];
}

/** Runs a function with a service that gives one answer to every request. */
export async function withService<T>(
  answer: Answer,
  run: (service: ScriptedService) => Promise<T>,
): Promise<T> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push(body);
      answer(response, request);
    });
  });
  await listen(server, 0);
  try {
    return await run({ url: new URL(`${addressOf(server)}/graphql`), requests });
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
