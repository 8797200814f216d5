/**
 * GraphQL servers that we didn't write, as their users run them. Each loads when it first starts,
 * because all of them take seconds.
 */
import type { RequestListener } from 'node:http';
import { LOOPBACK } from '../../../src/node/loopback-server.js';
import { serve, type RunningServer } from '../../support/serve.js';
import {
  pathless,
  refusalError,
  REGISTERED,
  type Context,
  type GraphQLServer,
  type Refusal,
} from './service.js';

async function serveGraphQL(listener: RequestListener): Promise<RunningServer> {
  const { url, close } = await serve(listener);
  return { url: `${url}/graphql`, close };
}

/** As `startStandaloneServer` runs it. */
export const apollo: GraphQLServer = {
  name: 'Apollo Server',
  start: async ({ schema, refuse }, variant) => {
    const { ApolloServer } = await import('@apollo/server');
    const { startStandaloneServer } = await import('@apollo/server/standalone');
    const server = new ApolloServer<Context>({
      schema,
      stopOnTerminationSignals: false,
      ...(variant === 'pathless' && { formatError: (error) => pathless(error).toJSON() }),
    });
    const { url } = await startStandaloneServer(server, {
      listen: { port: 0, host: LOOPBACK },
      context: ({ req }) => {
        const refusal = refuse(req.headers.authorization);
        if (refusal && variant === 'strict') throw refusalError(refusal, { http: { status: 401 } });
        return Promise.resolve({ refusal });
      },
    });
    return { url: new URL('/graphql', url).href, close: () => server.stop() };
  },
};

const getPersistedOperation = (hash: string): string | null => REGISTERED.get(hash) ?? null;

/** On Node's HTTP server. It masks unexpected errors' messages. */
export const yoga: GraphQLServer = {
  name: 'GraphQL Yoga',
  start: async ({ schema, refuse }, variant) => {
    const { createYoga } = await import('graphql-yoga');
    const { usePersistedOperations } = await import('@graphql-yoga/plugin-persisted-operations');
    const refusalOf = ({ headers }: Request): Refusal | undefined =>
      refuse(headers.get('Authorization') ?? undefined);
    const handle = createYoga<object, Context>({
      schema,
      logging: false,
      context: ({ request }) => ({ refusal: refusalOf(request) }),
      ...(variant === 'pathless' && { maskedErrors: { maskError: pathless } }),
      plugins: [
        ...(variant === 'registered' ? [usePersistedOperations({ getPersistedOperation })] : []),
        {
          onRequest: (event) => {
            const refusal = variant === 'strict' ? refusalOf(event.request) : undefined;
            if (refusal) event.endResponse(new event.fetchAPI.Response(null, { status: 401 }));
          },
        },
      ],
    });
    return serveGraphQL((request, response) => void handle(request, response));
  },
};

/** Its packages are in `slow`, which only the slow suite installs. */
export const mercuriusOnFastify: GraphQLServer = {
  name: 'mercurius',
  start: async (service, variant) => {
    const module: string = './slow/mercurius.js';
    const { start } = (await import(module)) as Pick<GraphQLServer, 'start'>;
    return start(service, variant);
  },
};

/** The reference implementation of GraphQL over HTTP, on Node's HTTP server. */
export const graphqlHttp: GraphQLServer = {
  name: 'graphql-http',
  start: async ({ schema, refuse }, variant) => {
    const { createHandler } = await import('graphql-http/lib/use/http');
    const handle = createHandler<Record<string, unknown>>({
      schema,
      context: ({ raw }) => {
        const refusal = refuse(raw.headers.authorization);
        return refusal && variant === 'strict'
          ? [null, { status: 401, statusText: 'Refused' }]
          : { refusal };
      },
      ...(variant === 'pathless' && { formatError: pathless }),
    });
    return serveGraphQL((request, response) => {
      // graphql-http leaves CORS to its users.
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
      if (request.method === 'OPTIONS') response.writeHead(204).end();
      else void handle(request, response);
    });
  },
};

export const SERVERS: readonly GraphQLServer[] = [apollo, yoga, mercuriusOnFastify, graphqlHttp];
