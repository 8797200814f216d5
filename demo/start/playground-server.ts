import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer as createVite } from 'vite';
import { startFrameOrigin } from '../frame-origin.js';
import {
  addressOf,
  createLoopbackServer,
  listen,
  stop,
  type Handler,
} from '../../src/node/loopback-server.js';
import { DEMO_CARDHOLDER } from '../portal/demo-cardholder.js';
import { createPortal } from '../portal/portal.js';
import type { ServiceAddresses } from '../server-calls/service-addresses.js';
import { startSandbox, type Sandbox } from '../../src/node/sandbox/sandbox.js';
import { PROJECT } from '../project.js';

/** A running playground. */
export interface Playground {
  /** The playground's address. */
  readonly url: string;
  /** The frame page's address, on its own origin. */
  readonly frame: string;
  readonly sandbox: Sandbox;
  /** Closes all connections and frees the ports. */
  close(): Promise<void>;
}

/**
 * Starts the playground's server, the frame page's and the sandbox, on loopback only.
 *
 * @param first - The first of five consecutive ports. 0 uses any free ports.
 * @throws the server's error if a port can't be used; in that case, nothing is left running
 */
export async function startPlayground(first?: number): Promise<Playground> {
  const [port, framePort, sandboxPort] =
    first === undefined ? [5173, 5174, 4400] : [first, first && first + 1, first && first + 2];
  // Closed if a later server can't start, for example because its port is in use.
  const started: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(started.map((each) => each()));
  };
  try {
    return await startServers({ port, framePort, sandboxPort }, started, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts all servers. For each one, adds a function to the list that closes it. */
async function startServers(
  { port, framePort, sandboxPort }: Readonly<Record<'port' | 'framePort' | 'sandboxPort', number>>,
  started: (() => Promise<void>)[],
  close: () => Promise<void>,
): Promise<Playground> {
  // The portal needs its own address. With port 0, it is known only once the server listens.
  let respond: Handler = (_, response) => response.writeHead(503).end();
  const server = createLoopbackServer((...exchange) => respond(...exchange));
  await listen(server, port);
  started.push(() => stop(server));
  const sandbox = await startSandbox({ port: sandboxPort });
  started.push(() => sandbox.close());
  const origin = addressOf(server);
  const frameOrigin = await startFrameOrigin({
    port: framePort,
    parents: [origin],
    endpoints: [sandbox.test.url],
  });
  started.push(() => frameOrigin.close());
  // `localhost` is the same machine, but browsers treat it as a different site.
  const frame = frameOrigin.url.replace('127.0.0.1', 'localhost');
  const vite = await createVite({
    root: PROJECT,
    configFile: `${PROJECT}vite.config.ts`,
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    server: { middlewareMode: true, hmr: false, ws: false },
    // Without `development`, because with it, Lit logs a warning to every page's console.
    resolve: { conditions: ['module', 'browser'] },
    // No pre-bundling, because the imports are few and all ES modules, and parallel runs would
    // share its cache.
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  started.push(() => vite.close());
  const portal = createPortal({
    origin,
    endpoint: sandbox.test.url,
    apiKey: sandbox.test.apiKey,
    cardholders: [DEMO_CARDHOLDER],
  });
  const addresses: ServiceAddresses = {
    endpoint: sandbox.test.url,
    control: sandbox.control.url,
    frame,
  };

  respond = async (request, response, { pathname }) => {
    // The portal accepts requests from one origin only, so requests to `localhost` are redirected.
    if (request.headers.host?.startsWith('localhost:'))
      return response.writeHead(307, { Location: `${origin}${request.url}` }).end();
    if (pathname.startsWith('/portal/')) return portal(request, response);
    if (pathname === '/') return sendPage(response, 'index.html');
    if (pathname === '/demo/stories/') return sendPage(response, 'demo/stories/index.html');
    // A story that waits for a response waits forever.
    if (pathname === '/stories/no-answer') return undefined;
    if (pathname === '/playground/service.json')
      return send(response, 'application/json', JSON.stringify(addresses));
    return vite.middlewares(request, response, () =>
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end(`Not found: ${request.url}\n`),
    );
  };

  return { url: `${origin}/`, frame, sandbox, close };
}

/** Sends a page. The file is read for each request, so that changes appear on reload. */
async function sendPage(response: ServerResponse, file: string): Promise<void> {
  send(response, 'text/html; charset=utf-8', await readFile(`${PROJECT}${file}`, 'utf8'));
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}
