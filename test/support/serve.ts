import type { RequestListener, Server } from 'node:http';
import { addressOf, createLoopbackServer, listen, stop } from '../../src/node/loopback-server.js';

/** A test's server, which stops with `close`. */
export interface RunningServer {
  /** The address, without a slash at the end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a server on loopback. */
export async function serve(listener: Server | RequestListener): Promise<RunningServer> {
  const server =
    typeof listener === 'function'
      ? createLoopbackServer((request, response) => listener(request, response))
      : listener;
  await listen(server, 0);
  return { url: addressOf(server), close: () => stop(server) };
}
