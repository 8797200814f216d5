/** Serves the frame page on this machine, with its headers. */
import type { Server } from 'node:http';
import { createLoopbackServer } from '../loopback-server.js';
import { contentType } from './content-types.js';
import type { Header } from './headers.js';

/**
 * Creates a server of the frame page.
 *
 * @param files - Each file's content by its path, such as `frame.js`.
 */
export function createFrameServer(
  files: ReadonlyMap<string, Buffer>,
  headers: readonly Header[],
): Server {
  return createLoopbackServer((_request, response, { pathname }) => {
    const path = pathname.slice(1) || 'index.html';
    const content = files.get(path);
    // The headers are on every answer: a 404 page can be embedded like any other.
    response.setHeaders(new Map(headers));
    if (content === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': contentType(path) }).end(content);
  });
}
