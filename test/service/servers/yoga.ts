/** GraphQL Yoga on the HTTP server of Node. It masks the messages of unexpected errors. */
import { createLoopbackServer } from '../../../src/node/loopback-server.js';
import { GraphQLError } from 'graphql';
import { createYoga, type YogaServerOptions } from 'graphql-yoga';
import { listenOnLoopback, type GraphQLServer, type RunningServer } from './server.js';
import {
  refusalError,
  refusalErrorWithStatus,
  STATUS,
  type Context,
  type Refusal,
  type Service,
} from './service.js';

type Options = YogaServerOptions<object, Context>;

export const yoga: GraphQLServer = {
  name: 'GraphQL Yoga',
  waysToRefuse: [
    {
      name: 'an error of the resolver',
      start: (service) => start(service, inContext(service)),
      statuses: { unauthenticated: 200, rateLimited: 200 },
    },
    {
      name: 'an error of the context',
      start: (service) => start(service, inContext(service, refusalError)),
      statuses: { unauthenticated: 200, rateLimited: 200 },
    },
    {
      name: 'an error of the context with a status',
      start: (service) => start(service, inContext(service, refusalErrorWithStatus)),
      statuses: { unauthenticated: 401, rateLimited: 429 },
    },
    {
      name: 'an empty response of a plugin',
      start: (service) => start(service, inPlugin(service)),
      statuses: { unauthenticated: 401, rateLimited: 429 },
    },
  ],
  startWithoutPaths: (service) =>
    start(service, { ...inContext(service), maskedErrors: { maskError } }),
};

function maskError(error: unknown): Error {
  const { message, extensions } = error as GraphQLError;
  return new GraphQLError(message, { extensions });
}

function start({ schema }: Service, options: Options): Promise<RunningServer> {
  const handle = createYoga({ schema, logging: false, ...options });
  return listenOnLoopback(createLoopbackServer((request, response) => handle(request, response)));
}

function inContext({ refuse }: Service, errorOf?: (refusal: Refusal) => Error): Options {
  return {
    context: ({ request }) => {
      const refusal = refuse(authorizationOf(request));
      if (refusal && errorOf) throw errorOf(refusal);
      return { refusal };
    },
  };
}

function inPlugin({ refuse }: Service): Options {
  return {
    plugins: [
      {
        onRequest: (event) => {
          const refusal = refuse(authorizationOf(event.request));
          if (refusal)
            event.endResponse(new event.fetchAPI.Response(null, { status: STATUS[refusal] }));
        },
      },
    ],
  };
}

function authorizationOf(request: Request): string | undefined {
  return request.headers.get('Authorization') ?? undefined;
}
