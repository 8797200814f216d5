/**
 * The hosts that the documentation names, on this machine and over https: the portal at
 * cards.example.com, the service at api.example.com, which is the sandbox, the frame page at
 * pin.example.com, and a CDN.
 */
import { createServer, type Server } from 'node:https';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PortalHandler } from '../../../demo/portal/portal.js';
import { listen, stop } from '../../../src/node/loopback-server.js';
import { selfSigned } from '../../node/doctor/self-signed.js';
import { sendAnswer, type Answer } from '../../support/site.js';

export const PORTAL = 'https://cards.example.com';
export const SERVICE = 'https://api.example.com/graphql';

export class Site {
  readonly #server: Server;
  /** Origins that requests are passed on to, by host name. */
  readonly upstreams = new Map<string, string>();
  /** Answers by path, for all other hosts. */
  readonly files = new Map<string, Answer>();
  /** Answers requests below `/portal/`. */
  portal: PortalHandler = (_request, _response, next) => next();

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

  /** Flags that make Chromium find the site by its names, and accept its certificate. */
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
    const upstream = this.upstreams.get(request.headers.host ?? '');
    if (upstream !== undefined) return passOn(request, response, upstream);
    this.portal(request, response, () => {
      const file = this.files.get(request.url ?? '/');
      const headers = { 'Access-Control-Allow-Origin': '*', ...file?.headers };
      sendAnswer(response, request.url ?? '/', file && { ...file, headers });
    });
  }
}

function passOn(request: IncomingMessage, response: ServerResponse, upstream: string): void {
  const { method, headers, url: path } = request;
  const { host, port } = new URL(upstream);
  const passed = httpRequest(
    { method, port, host: '127.0.0.1', path, headers: { ...headers, host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    },
  );
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}
