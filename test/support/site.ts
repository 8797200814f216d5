/** Sites on loopback for pages that a test opens. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { after, before } from 'node:test';
import { addressOf, listen, LOOPBACK, stop } from '../../src/node/loopback-server.js';

/** The content at a path of a site. */
export interface Content {
  /** The media type, `text/html` by default. */
  readonly type?: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Answers a request with content, or with 404 if there is none. */
export function answerWith(response: ServerResponse, content: Content | undefined): void {
  if (content === undefined) return void response.writeHead(404).end();
  const { type = 'text/html', body, headers } = content;
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, ...headers }).end(body);
}

/**
 * Starts a site for the tests of a suite.
 *
 * @param contentAt - Returns what the site has at a path.
 * @param host - The host name in its origin.
 * @returns the site's origin, once the tests run
 */
export function useSite(
  contentAt: (path: string) => Content | undefined | Promise<Content | undefined>,
  host = LOOPBACK,
): () => string {
  let server: Server;
  before(async () => {
    server = createServer((request, response) => {
      void Promise.resolve(contentAt(request.url ?? '/')).then((content) =>
        answerWith(response, content),
      );
    });
    await listen(server, 0, host);
  });
  after(() => stop(server));
  return () => `http://${host}:${new URL(addressOf(server)).port}`;
}
