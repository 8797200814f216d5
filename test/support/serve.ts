import { createServer, type RequestListener, type Server } from 'node:http';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';

/** A server of a test, which stops with {@link close}. */
export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server on loopback. One that is made here answers requests with any `Host`. */
export async function serve(listener: Server | RequestListener): Promise<RunningServer> {
  const server = typeof listener === 'function' ? createServer(listener) : listener;
  await listen(server, 0);
  return { url: addressOf(server), close: () => stop(server) };
}
