/** What the tests need to know of a GraphQL server that we didn't write. */
import type { Server } from 'node:http';
import { addressOf, listen, stop } from '../../../src/node/loopback-server.js';
import type { Service } from './service.js';

export interface GraphQLServer {
  readonly name: string;
  /** Starts it. Its resolver refuses requests, with the status 200. */
  readonly start: (service: Service) => Promise<RunningServer>;
  /** Starts it so that it refuses requests before, with the status of the refusal. */
  readonly startStrict: (service: Service) => Promise<RunningServer>;
  /** Starts it with a formatter of errors that drops their paths. */
  readonly startWithoutPaths: (service: Service) => Promise<RunningServer>;
}

export interface RunningServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function listenOnLoopback(server: Server): Promise<RunningServer> {
  await listen(server, 0);
  return { url: `${addressOf(server)}/graphql`, stop: () => stop(server) };
}
