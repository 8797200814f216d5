import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { createLoopbackServer } from '../../../src/node/loopback-server.js';
import type { Header } from '../../../src/node/frame/frame-files.js';
import { serve, type RunningServer } from '../../support/serve.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
};

export interface Answer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string | Buffer;
}

/** Changes an answer before it is sent. `asked` are the headers of the request. */
export type Change = (
  path: string,
  answer: Answer,
  asked: IncomingHttpHeaders,
  query: string,
) => Answer;

/** Serves a folder with the headers of its `_headers`, as Netlify and Cloudflare Pages do. */
export async function startStaticHost(
  folder: string,
  change: Change = (_path, answer) => answer,
): Promise<RunningServer> {
  const own = readHeadersFile(await readFile(join(folder, '_headers'), 'utf8'));
  const server = createLoopbackServer((request, response, { pathname: path, search }) => {
    const file = path.endsWith('/') ? `${path}index.html` : path;
    void readFile(join(folder, file))
      .then(
        (body) => ({ status: 200, body }),
        () => ({ status: 404, body: 'There is no such file.' }),
      )
      .then((found) => {
        const type = TYPES[extname(file)] ?? 'text/plain';
        const usual: Answer = { ...found, headers: [['Content-Type', type], ...own] };
        const { status, headers, body } = change(path, usual, request.headers, search);
        response.writeHead(status, headers.flat()).end(body);
      });
  });
  const { url, close } = await serve(server);
  return { url: `${url}/`, close };
}

/**
 * Reads a `_headers` file by the rules of both hosts: a path, here that of every file, then
 * indented headers, each line below 2,000 characters.
 *
 * @throws if a host would ignore a line, which hosts mostly do silently
 */
export function readHeadersFile(text: string): readonly Header[] {
  const [path, ...lines] = text.trimEnd().split('\n');
  assert.equal(path, '/*');
  return lines.map((line) => {
    const [, name, value] = /^\s+([\w-]+): (\S.*)$/.exec(line) ?? [];
    assert.ok(name && value && line.length < 2000, line);
    return [name, value];
  });
}
