import { createServer, connect, type Socket } from 'node:net';
import { LOOPBACK } from '../../src/node/loopback-server.js';

/** Traffic between browser and service. */
export interface Traffic {
  /** Methods of the requests, in order, such as `['OPTIONS', 'POST']`. */
  readonly methods: readonly string[];
  /** Bytes of HTTP, with headers. */
  readonly sent: number;
  readonly received: number;
}

/** A TCP proxy that counts bytes and requests. */
export interface CountingProxy {
  /** URL of the service, through the proxy. */
  readonly url: string;
  /** Returns the traffic since the last call. */
  read(): Traffic;
  close(): Promise<void>;
}

/** Request line. It is never split, because a whole request fits into one chunk. */
const REQUEST_LINE = /(OPTIONS|POST|GET) \/\S* HTTP\/1\.1\r\n/g;

/** Starts a proxy on a free port of the loopback address. */
export async function startCountingProxy(service: string): Promise<CountingProxy> {
  const { port, pathname } = new URL(service);
  let traffic = { methods: [] as string[], sent: 0, received: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((browser) => {
    const upstream = connect(Number(port), LOOPBACK);
    for (const [from, to] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from) && to.destroy());
      from.pipe(to);
    }
    browser.on('data', (chunk) => {
      traffic.sent += chunk.length;
      for (const [, method = ''] of chunk.toString('latin1').matchAll(REQUEST_LINE))
        traffic.methods.push(method);
    });
    upstream.on('data', (chunk) => (traffic.received += chunk.length));
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
