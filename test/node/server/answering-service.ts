import type { RequestListener } from 'node:http';
import {
  addressOf,
  createLoopbackServer,
  listen,
  stop,
} from '../../../src/node/loopback-server.js';

/** A server of a test, which stops with {@link close}. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function serve(respond: RequestListener): Promise<RunningServer> {
  const server = createLoopbackServer((request, response) => respond(request, response));
  await listen(server, 0);
  return { url: addressOf(server), close: () => stop(server) };
}
