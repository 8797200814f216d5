/**
 * Creates, starts and stops servers. By default, only this machine can reach the servers, and
 * no website can read from them or stop them.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { isLoopback } from '../address.js';

/** The IPv4 loopback address. */
export const LOOPBACK = '127.0.0.1';

/** Responds to a request with the target `url`. Only the URL's path and query are meaningful. */
export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

/**
 * Creates a server that only this machine can reach. The server refuses requests whose `Host` names
 * another machine, and those whose target is not a path. If the handler throws or rejects, the
 * response is 500.
 */
export function createLoopbackServer(handle: Handler): Server {
  return createServer((request, response) => {
    const url = targetOf(request);
    if (!isForThisMachine(request)) {
      refuse(response, 403, 'The Host header must name a loopback host.');
    } else if (url === undefined) {
      refuse(response, 400, 'The request target must be a path.');
    } else {
      // A throw inside a promise executor becomes a rejection.
      new Promise((resolve) => resolve(handle(request, response, url))).catch((error: unknown) => {
        console.error(error);
        if (response.headersSent) response.destroy();
        else refuse(response, 500, 'Internal error.');
      });
    }
  });
}

/**
 * Returns whether a request is for a loopback host. Without this check, a website could read the
 * response through DNS rebinding, where the site's host name resolves to this machine. Browsers
 * always send `Host`.
 */
export function isForThisMachine({ headers: { host } }: Pick<IncomingMessage, 'headers'>): boolean {
  return host === undefined || isLoopbackUrl(`http://${host}`);
}

/** Returns whether a string is a URL with a loopback host. */
export function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && isLoopback(new URL(text));
}

/** Returns whether only this machine can reach a server that listens on an IP address. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopbackUrl(`http://${inUrl(address)}`);
}

/**
 * Returns a request's target as a URL, or `undefined` if it is not a path. `new URL(target, base)`
 * would throw for some paths, such as `//`.
 */
export function targetOf({ url = '' }: IncomingMessage): URL | undefined {
  return url.startsWith('/') ? new URL(`http://${LOOPBACK}${url}`) : undefined;
}

function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ error }));
}

/**
 * Starts listening on a port, on loopback unless a host is given. Port 0 means any free port.
 *
 * @throws the server's error, whose `port` is the port
 */
export async function listen(server: NetServer, port: number, host = LOOPBACK): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Returns a listening server's URL, without a slash at the end. If the server listens on every
 * address, the URL has the loopback address, because `0.0.0.0` and `::` are not addresses to
 * connect to.
 */
export function addressOf(server: NetServer): string {
  const { address, port } = server.address() as AddressInfo;
  const host = { '0.0.0.0': LOOPBACK, '::': '::1' }[address] ?? address;
  return `http://${inUrl(host)}:${port}`;
}

/** Returns an IP address in the form that URLs use. */
function inUrl(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
