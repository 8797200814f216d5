/**
 * The hosts that the documentation speaks of, as browsers see them: the portal's pages at cards.example.com, the service at
 * api.example.com, which is the sandbox, the frame page at pin.example.com, and a CDN. All of them over https, on this machine.
 */
import { createServer, type Server } from 'node:https';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen, stop } from '../../../src/node/loopback-server.js';
import { selfSigned } from '../../node/doctor/self-signed.js';

export const PORTAL = 'https://cards.example.com';
export const SERVICE = 'https://api.example.com/graphql';

/** What is served at a path of the portal's, or of the CDN's. */
export interface Served {
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Site {
  readonly #server: Server;
  /** By host name: where its requests are passed on to. */
  readonly upstreams = new Map<string, string>();
  /** By path. */
  readonly files = new Map<string, Served>();
  /** The server that answers what is under `/portal/`. */
  portal = '';

  private constructor() {
    this.#server = createServer(selfSigned(), (request, response) =>
      this.#answer(request, response),
    );
  }

  static async start(): Promise<Site> {
    const site = new Site();
    await listen(site.#server, 0);
    return site;
  }

  /** What has a browser find it under its names, and take its certificate. */
  get flags(): readonly string[] {
    const { port } = this.#server.address() as AddressInfo;
    return [
      `--host-resolver-rules=MAP *.example.com 127.0.0.1:${port}`,
      '--ignore-certificate-errors',
    ];
  }

  close(): Promise<void> {
    return stop(this.#server);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    const upstream = path.startsWith('/portal/')
      ? this.portal
      : this.upstreams.get(request.headers.host ?? '');
    if (upstream !== undefined) return passOn(request, response, upstream);
    const file = this.files.get(path);
    if (file === undefined) return void response.writeHead(404).end();
    response
      .writeHead(200, {
        'Content-Type': `${file.type}; charset=utf-8`,
        'Access-Control-Allow-Origin': '*',
        ...file.headers,
      })
      .end(file.body);
  }
}

function passOn(request: IncomingMessage, response: ServerResponse, upstream: string): void {
  const { method, headers } = request;
  const { host, port } = new URL(upstream);
  const options = {
    method,
    port,
    host: '127.0.0.1',
    path: request.url,
    headers: { ...headers, host },
  };
  const passed = ask(options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  // What is cut short there is cut short here.
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}
