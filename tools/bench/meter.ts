import { createServer, connect, type Socket } from 'node:net';
import { LOOPBACK } from '../../src/node/loopback-server.js';

/** What went by. */
export interface Traffic {
  /** In the order in which they were sent, such as `['OPTIONS', 'POST']`. */
  readonly methods: readonly string[];
  /** Bytes of HTTP, headers and all. */
  readonly sent: number;
  readonly received: number;
}

/** Stands before a service, hands everything on as it is, and counts it. */
export interface Meter {
  /** The service's address, through the meter. */
  readonly url: string;
  /** What went by since the last time that this was asked. */
  read(): Traffic;
  close(): Promise<void>;
}

export async function startMeter(service: string): Promise<Meter> {
  const { port, pathname } = new URL(service);
  let traffic = { methods: [] as string[], sent: 0, received: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((browser) => {
    const behind = connect(Number(port), LOOPBACK);
    for (const [from, to] of [
      [browser, behind],
      [behind, browser],
    ] as const) {
      sockets.add(from);
      // Either side may leave at any time.
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from) && to.destroy());
      from.pipe(to);
    }
    browser.on('data', (chunk) => {
      traffic.sent += chunk.length;
      for (const [, method = ''] of chunk.toString('latin1').matchAll(REQUEST_LINE))
        traffic.methods.push(method);
    });
    behind.on('data', (chunk) => (traffic.received += chunk.length));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, LOOPBACK, resolve);
  });
  const address = server.address() as { port: number };
  return {
    url: `http://${LOOPBACK}:${address.port}${pathname}`,
    read() {
      const read = traffic;
      traffic = { methods: [], sent: 0, received: 0 };
      return read;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Requests are shorter than what a socket hands over at once. */
const REQUEST_LINE = /(OPTIONS|POST|GET) \/\S* HTTP\/1\.1\r\n/g;
