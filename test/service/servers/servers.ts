/**
 * GraphQL servers that we didn't write, as their users run them. Each loads when it first starts,
 * because all of them take seconds.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { GraphQLError } from 'graphql';
import { LOOPBACK } from '../../../src/node/loopback-server.js';
import { serve, type RunningServer } from '../../support/serve.js';
import { refusalError, type Context, type GraphQLServer, type Refusal } from './service.js';

async function serveGraphQL(listener: RequestListener): Promise<RunningServer> {
  const { url, close } = await serve(listener);
  return { url: `${url}/graphql`, close };
}

/** Returns the same error without its path. */
function pathless(error: unknown): GraphQLError {
  const { message, extensions } = error as GraphQLError;
  return new GraphQLError(message, { extensions });
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

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The operations to register, from docs/registered-operations.md, by their hashes. */
const REGISTERED = new Map(
  [...readFileSync('docs/registered-operations.md', 'utf8').matchAll(/^```graphql\n(.+?)\n```$/gms)]
    .map(([, text = '']) => text)
    .map((text) => [hashOf(text), text]),
);

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

/** On Fastify, with its CORS plugin. It always responds with `application/json`. */
export const mercuriusOnFastify: GraphQLServer = {
  name: 'mercurius',
  start: async ({ schema, refuse }, variant) => {
    const { default: mercurius } = await import('mercurius');
    const app = (await import('fastify')).default();
    await app.register(import('@fastify/cors'));
    await app.register(mercurius, {
      schema,
      context: ({ headers }) => {
        const refusal = refuse(headers.authorization);
        if (refusal && variant === 'strict')
          throw new mercurius.ErrorWithProps('Refused', { code: refusal }, 401);
        return { refusal };
      },
      ...(variant === 'registered' && {
        persistedQueryProvider: {
          ...mercurius.persistedQueryDefaults.preparedOnly(Object.fromEntries(REGISTERED)),
          getHash: ({ query }: { query: string }) => hashOf(query),
        },
      }),
      ...(variant === 'pathless' && {
        errorFormatter: (execution, context) => {
          const { statusCode, response } = mercurius.defaultErrorFormatter(execution, context);
          return { statusCode, response: { ...response, errors: response.errors!.map(pathless) } };
        },
      }),
    });
    const address = await app.listen({ port: 0, host: LOOPBACK });
    return { url: `${address}/graphql`, close: () => app.close() };
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
