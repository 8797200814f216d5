import { addressOf, createLoopbackServer, listen, stop } from '../../src/node/loopback-server.js';

/** Returns a free port on the loopback address. */
export async function freePort(): Promise<number> {
  const server = createLoopbackServer(() => {});
  await listen(server, 0);
  const { port } = new URL(addressOf(server));
  await stop(server);
  return Number(port);
}
