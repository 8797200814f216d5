/** Servers that answer this machine alone, unless they are told otherwise. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** This machine alone. */
export const LOOPBACK = '127.0.0.1';

/**
 * Has a server listen on a port, of loopback unless a host is given; 0 takes any that is free.
 *
 * @throws the server's error, with the `port` that it could not have
 */
export function listen(server: Server, port: number, host = LOOPBACK): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Ends a server and every connection to it. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A listening server's address, without a slash at its end. */
export function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Says why a port could not be had; `undefined` where an error is about something else. */
export function portFault(error: unknown): string | undefined {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use.`;
  return code === 'EACCES' ? `Port ${port} may not be used.` : undefined;
}
