import { readFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createVite } from 'vite';
import { PortError } from '../../src/node/command.js';
import { startFrameOrigin, type FrameOrigin } from '../frame-origin.js';
import { addressOf, listen, portFault, stop } from '../../src/node/loopback-server.js';
import { CARDHOLDER } from '../playground/cardholder.js';
import type { ServiceAddresses } from '../playground/service-addresses.js';
import { createPortal } from '../portal/portal.js';
import { SANDBOX_CARDS } from '../../src/node/sandbox/cards.js';
import { startSandbox, type Sandbox } from '../../src/node/sandbox/sandbox.js';
import { PROJECT } from '../project.js';
import type { StartOptions } from './arguments.js';

/** A playground that is running. */
export interface Playground {
  /** Its address. */
  readonly url: string;
  /** The frame page's address, on an origin of its own. */
  readonly frame: string;
  readonly sandbox: Sandbox;
  /** Ends every connection and lets the ports go. */
  close(): Promise<void>;
}

/**
 * Starts the playground's server, the frame page's and the sandbox, for loopback alone.
 *
 * @throws {PortError} when a port is taken or may not be used; then nothing is left running
 */
export async function startPlayground({
  port,
  framePort,
  sandboxPort,
  schema,
}: StartOptions): Promise<Playground> {
  // The portal has to know its own address, which with port 0 is known once the server listens; nobody has it before.
  let respond: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createServer((request, response) => respond(request, response));
  await listen(server, port).catch(explained('The playground', '--port'));
  let sandbox: Sandbox;
  try {
    sandbox = await startSandbox({ port: sandboxPort, schema }).catch(
      explained('The sandbox, which takes three ports in a row,', '--sandbox-port'),
    );
  } catch (error) {
    await stop(server);
    throw error;
  }
  const url = `${addressOf(server)}/`;
  let frameOrigin: FrameOrigin;
  try {
    frameOrigin = await startFrameOrigin({
      port: framePort,
      parents: [new URL(url).origin],
      endpoints: [sandbox.test.url],
    }).catch(explained('The frame page', '--frame-port'));
  } catch (error) {
    await Promise.all([stop(server), sandbox.close()]);
    throw error;
  }
  // Of the same machine by another name: for a browser it is another site.
  const frame = frameOrigin.url.replace('127.0.0.1', 'localhost');
  const vite = await createVite({
    root: PROJECT,
    configFile: `${PROJECT}vite.config.ts`,
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    server: { middlewareMode: true, hmr: false, ws: false },
    // Without `development`, in which Lit speaks on the console of every page.
    resolve: { conditions: ['module', 'browser'] },
    // What the page imports are modules already, and few. So nothing has to be prepared, and no cache is shared with another run.
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  const portal = createPortal({
    origin: new URL(url).origin,
    serviceEndpoint: sandbox.test.url,
    apiKey: sandbox.test.apiKey,
    cardholders: [{ name: CARDHOLDER, cardIds: SANDBOX_CARDS.map(({ id }) => id) }],
  });
  const addresses: ServiceAddresses = {
    endpoint: sandbox.test.url,
    control: sandbox.control.url,
    frame,
  };

  respond = (request, response) => {
    const { host = '' } = request.headers;
    const path = (request.url ?? '/').split('?', 1)[0];
    // The portal takes requests from one origin alone, so people who type `localhost` are led to that one.
    if (host.startsWith('localhost:')) {
      response.writeHead(307, { Location: `${url}${(request.url ?? '/').slice(1)}` }).end();
    } else if (path === '/') {
      void sendPage(response, 'index.html');
    } else if (path === '/stories') {
      void sendPage(response, 'demo/stories/index.html');
    } else if (path === '/playground/service.json') {
      send(response, 'application/json', JSON.stringify(addresses));
    } else {
      portal(request, response, () => {
        vite.middlewares(request, response, () => notFound(request, response));
      });
    }
  };

  return {
    url,
    frame,
    sandbox,
    close: async () => {
      await Promise.all([stop(server), frameOrigin.close(), sandbox.close(), vite.close()]);
    },
  };
}

/** Read anew each time, as everything else here is: who changes it sees the change. */
async function sendPage(response: ServerResponse, file: string): Promise<void> {
  send(response, 'text/html; charset=utf-8', await readFile(`${PROJECT}${file}`, 'utf8'));
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

function notFound({ url }: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' })
    .end(`There is nothing at ${url}.\n`);
}

function explained(
  who: string,
  option: '--port' | '--frame-port' | '--sandbox-port',
): (error: unknown) => never {
  return (error) => {
    const fault = portFault(error);
    if (fault === undefined) throw error;
    throw new PortError(
      `${fault} ${who} needs it.\n` +
        `End what is using it, or choose another with ${option}; 0 takes any that is free:\n` +
        `  npm start -- ${option} 0`,
    );
  };
}
