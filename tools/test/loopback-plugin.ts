import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TestRunnerPlugin } from '@web/test-runner';
import { isForThisMachine } from '../../src/node/loopback-server.js';

/**
 * Refuses connections from other machines, and requests that a website sends to read from this one.
 * If its host is `localhost` or `127.0.0.1`, the runner listens on every interface
 * (`@web/dev-server-core`, `DevServer.start`), and it serves the whole project.
 */
export function loopbackPlugin(): TestRunnerPlugin {
  return {
    name: 'loopback-only',
    serverStart({ server }) {
      if (server !== undefined) guard(server as Server);
    },
  };
}

/** Guards a server that has all its listeners. */
function guard(server: Server): void {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  server.on('connection', (socket) => {
    const { remoteAddress, remoteFamily } = socket;
    const family = remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4';
    if (remoteAddress === undefined || !loopback.check(remoteAddress, family)) socket.destroy();
  });
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isForThisMachine(request)) response.writeHead(403).end();
    else for (const listener of listeners) listener.call(server, request, response);
  });
  const upgraders = server.listeners('upgrade');
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isForThisMachine(request) || !isFromThisMachine(request)) socket.destroy();
    else for (const listener of upgraders) listener.call(server, request, socket, head);
  });
}

/** Returns whether a page on this machine opens a web socket. Every other page could, too. */
function isFromThisMachine({ headers: { origin } }: IncomingMessage): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && isForThisMachine({ headers: { host: new URL(origin).host } });
}
