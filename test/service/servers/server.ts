/** What the tests need to know of a GraphQL server that we didn't write. */
import type { Server } from 'node:http';
import { addressOf, listen, stop } from '../../../src/node/loopback-server.js';
import type { Service } from './service.js';

export interface GraphQLServer {
  readonly name: string;
  /** The ways in which its users refuse a request. The first one also starts it for other tests. */
  readonly waysToRefuse: readonly [WayToRefuse, ...WayToRefuse[]];
  /** Starts it with a formatter of errors that drops their paths. */
  readonly startWithoutPaths: (service: Service) => Promise<RunningServer>;
}

/** A way in which a server refuses a request. */
export interface WayToRefuse {
  readonly name: string;
  readonly start: (service: Service) => Promise<RunningServer>;
  /** The statuses of the refusals. */
  readonly statuses: { readonly unauthenticated: number; readonly rateLimited: number };
}

/** A server that listens on loopback. */
export interface RunningServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a server of Node on a free port of loopback. */
export async function listenOnLoopback(server: Server): Promise<RunningServer> {
  await listen(server, 0);
  return { url: `${addressOf(server)}/graphql`, stop: () => stop(server) };
}
