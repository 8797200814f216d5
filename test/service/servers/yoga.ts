/** GraphQL Yoga on the HTTP server of Node. It masks the messages of unexpected errors. */
import { createLoopbackServer } from '../../../src/node/loopback-server.js';
import { GraphQLError } from 'graphql';
import { createYoga, type YogaServerOptions } from 'graphql-yoga';
import { listenOnLoopback, type GraphQLServer, type RunningServer } from './server.js';
import { STATUS, type Context, type Service } from './service.js';

type Options = YogaServerOptions<object, Context>;

export const yoga: GraphQLServer = {
  name: 'GraphQL Yoga',
  start: (service) => start(service, inContext(service)),
  startStrict: (service) => start(service, inPlugin(service)),
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

function inContext({ refuse }: Service): Options {
  return { context: ({ request }) => ({ refusal: refuse(authorizationOf(request)) }) };
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
