/**
 * Serves the frame page of isolated mode on its own origin: the built folder, with a configuration.
 */
import { createServer } from 'node:http';
import * as vite from 'vite';
import type { FrameConfig } from '../src/isolated/page/config.js';
import { frameHeaders } from '../src/node/frame/headers.js';
import { addressOf, listen, stop } from '../src/node/loopback-server.js';
import { PROJECT } from './project.js';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
};

/** A running server of the frame page. */
export interface FrameOrigin {
  /** The value for `frame-src`. */
  readonly url: string;
  close(): Promise<void>;
}

/** The folder's files, by path. */
type Files = Map<string, string | Uint8Array>;

let built: Promise<Files> | undefined;

/** Builds the frame page in memory, once per process. */
export function buildFrame(): Promise<Files> {
  return (built ??= build());
}

/** Serves the frame page. */
export async function startFrameOrigin({
  port,
  ...config
}: FrameConfig & { readonly port: number }): Promise<FrameOrigin> {
  const files = new Map(await buildFrame());
  files.set('/config.json', JSON.stringify(config));
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    const content = files.get(path);
    if (content === undefined) return void response.writeHead(404).end();
    response.setHeader('Content-Type', TYPES[path.split('.').pop()!] ?? 'text/plain');
    for (const [name, value] of frameHeaders(config)) response.setHeader(name, value);
    response.end(content);
  });
  await listen(server, port);
  return { url: `${addressOf(server)}/`, close: () => stop(server) };
}

async function build(): Promise<Files> {
  const outputs = (await vite.build({
    root: PROJECT,
    configFile: `${PROJECT}vite.config.ts`,
    mode: 'frame',
    logLevel: 'warn',
    build: { write: false },
  })) as readonly vite.Rollup.RolldownOutput[];
  return new Map(
    outputs
      .flatMap(({ output }) => output)
      .map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
}
