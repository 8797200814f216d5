import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import {
  addressOf,
  createLoopbackServer,
  listen,
  stop,
} from '../../../src/node/loopback-server.js';
import type { Header } from '../../../src/node/frame/headers.js';

/** An answer of a host. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string | Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Changes an answer before it is sent. `asked` are the headers of the request. */
export type Change = (path: string, answer: Answer, asked: IncomingHttpHeaders) => Answer;

/** Serves a folder with the headers of its `_headers`, as Netlify and Cloudflare Pages do. */
export async function startStaticHost(
  folder: string,
  change: Change = (_path, answer) => answer,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const rules = readHeadersFile(await readFile(join(folder, '_headers'), 'utf8'));
  const server = createLoopbackServer((request, response, { pathname: path }) => {
    const file = path.endsWith('/') ? `${path}index.html` : path;
    void readFile(join(folder, file))
      .then(
        (body) => ({ status: 200, body }),
        () => ({ status: 404, body: 'There is no such file.' }),
      )
      .then((found) => {
        const usual: Answer = {
          ...found,
          headers: [
            ['Content-Type', TYPES[extname(file)] ?? 'text/plain'],
            ...rules.filter((rule) => rule.matches(path)).flatMap((rule) => rule.headers),
          ],
        };
        const { status, headers, body } = change(path, usual, request.headers);
        response.writeHead(status, headers.flat()).end(body);
      });
  });
  await listen(server, 0);
  return { url: `${addressOf(server)}/`, close: () => stop(server) };
}

/** A block of `_headers`. */
interface Rule {
  readonly headers: readonly Header[];
  matches(path: string): boolean;
}

/**
 * Reads a `_headers` file by the rules of both hosts: a path, then its indented headers, each line
 * below 2,000 characters.
 *
 * @throws if a host would ignore a line, which hosts mostly do silently
 */
export function readHeadersFile(text: string): readonly Rule[] {
  const rules: { headers: Header[]; matches(path: string): boolean }[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.length > 2000) throw new Error(`Too long: ${line}`);
    const path = /^\/[^\s:]*$/.exec(line)?.[0];
    const header = /^\s+([\w-]+): (\S.*)$/.exec(line);
    if (path !== undefined) {
      const [start = '', end] = path.split('*');
      rules.push({
        headers: [],
        matches: (requested) =>
          end === undefined ? requested === path : requested.startsWith(start),
      });
    } else if (header?.[1] && header[2] && rules.length > 0) {
      rules.at(-1)?.headers.push([header[1], header[2]]);
    } else {
      throw new Error(`Neither a path nor a header: ${line}`);
    }
  }
  return rules;
}
