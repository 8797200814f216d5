/** Starts and stops servers. By default only this machine reaches them. */
import type { Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';

/** The IPv4 loopback address. */
export const LOOPBACK = '127.0.0.1';

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
