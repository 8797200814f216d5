/**
 * Creates, starts and stops servers. By default only this machine reaches them, and no website can
 * read from them or stop them.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';

/** The IPv4 loopback address. */
export const LOOPBACK = '127.0.0.1';

/** A `Host` header that names this machine. */
const LOOPBACK_HOST =
  /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** Answers a request. `url` is the request's target; only its path and its query mean anything. */
export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

/**
 * Creates a server for this machine. It refuses requests with a `Host` of another machine, and
 * those whose target is not a path. If the handler throws or rejects, the answer is 500.
 */
export function createLoopbackServer(handle: Handler): Server {
  return createServer((request, response) => {
    const url = targetOf(request);
    if (!isForThisMachine(request)) {
      refuse(response, 403, 'The Host header must name a loopback host.');
    } else if (url === undefined) {
      refuse(response, 400, 'The target of the request must be a path.');
    } else {
      // A throw in the function of a new promise becomes a rejection.
      new Promise((resolve) => resolve(handle(request, response, url))).catch((error: unknown) => {
        console.error(error);
        if (response.headersSent) response.destroy();
        else refuse(response, 500, 'Internal error.');
      });
    }
  });
}

/**
 * Returns whether a request is for a loopback host. Otherwise a website could read the answer by
 * DNS rebinding: its own host name would lead to this machine. No browser leaves `Host` out.
 */
export function isForThisMachine({ headers: { host } }: Pick<IncomingMessage, 'headers'>): boolean {
  return host === undefined || LOOPBACK_HOST.test(host);
}

/** Returns whether only this machine reaches a server that listens. */
export function isOnLoopback(server: NetServer): boolean {
  return LOOPBACK_HOST.test(new URL(addressOf(server)).hostname);
}

/**
 * Returns a request's target as a URL, or `undefined` if it is not a path. `new URL(target, base)`
 * would throw for some paths, such as `//`.
 */
export function targetOf({ url = '' }: IncomingMessage): URL | undefined {
  return url.startsWith('/') ? new URL(`http://${LOOPBACK}${url}`) : undefined;
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

/**
 * Starts listening on a port, on loopback unless a host is given. Port 0 takes any free port.
 *
 * @throws the server's error, whose `port` is the port
 */
export function listen(server: NetServer, port: number, host = LOOPBACK): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Stops a server and closes all its connections. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Returns a listening server's URL, without a slash at the end. */
export function addressOf(server: NetServer): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Returns the reason why a port is not available; `undefined` if the error has another cause. */
export function portFault(error: unknown): string | undefined {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use.`;
  return code === 'EACCES' ? `You are not allowed to use port ${port}.` : undefined;
}
