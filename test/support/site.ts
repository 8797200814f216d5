/** A server on loopback whose responses a test sets, path by path. */
import { extname } from 'node:path';
import { after, before } from 'node:test';
import {
  addressOf,
  createLoopbackServer,
  listen,
  LOOPBACK,
  stop,
} from '../../src/node/loopback-server.js';

/** The response for one path. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export class Site {
  /**
   * Responses by path, without its query. The path's extension determines the media type. HTML is
   * the default.
   */
  readonly answers = new Map<string, Answer>();
  /** Returns the response to a path, with its query, that has no response. The default is 404. */
  onUnanswered?: (path: string) => Answer | undefined | Promise<Answer | undefined>;
  readonly #host: string;
  readonly #server = createLoopbackServer(async ({ url = '/' }, response, { pathname }) => {
    const answer = this.answers.get(pathname) ?? (await this.onUnanswered?.(url));
    const { status = 200, headers = {}, body } = answer ?? { status: 404, body: 'Not found' };
    response.statusCode = status;
    response.setHeader('Content-Type', TYPES[extname(pathname)] ?? 'text/html; charset=utf-8');
    response.setHeaders(new Map(Object.entries(headers)));
    response.end(body);
  });
  #port = 0;

  constructor(host: string) {
    this.#host = host;
  }

  get origin(): string {
    return `http://${this.#host}:${this.#port}`;
  }

  /** Starts the server. After {@link close}, it uses the same port again. */
  async open(): Promise<void> {
    await listen(this.#server, this.#port, this.#host);
    this.#port = Number(new URL(addressOf(this.#server)).port);
  }

  async close(): Promise<void> {
    if (this.#server.listening) await stop(this.#server);
  }
}

/**
 * Opens a site for the tests of a suite.
 *
 * @param answerTo - Returns the response to a path with its query. Without one, it is a 404.
 * @returns the site's origin, once the tests run
 */
export function useSite(answerTo: NonNullable<Site['onUnanswered']>): () => string {
  const site = new Site(LOOPBACK);
  site.onUnanswered = answerTo;
  before(() => site.open());
  after(() => site.close());
  return () => site.origin;
}
