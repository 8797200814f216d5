/** graphql-http, the reference implementation of GraphQL over HTTP, on the HTTP server of Node. */
import { createLoopbackServer } from '../../../src/node/loopback-server.js';
import { GraphQLError } from 'graphql';
import { createHandler, type HandlerOptions } from 'graphql-http/lib/use/http';
import { listenOnLoopback, type GraphQLServer, type RunningServer } from './server.js';
import { STATUS, type Service } from './service.js';

type Options = HandlerOptions<Record<string, unknown>>;

export const graphqlHttp: GraphQLServer = {
  name: 'graphql-http',
  start: (service) => start(service, inContext(service)),
  startStrict: (service) =>
    start(service, {
      context: ({ raw }) => {
        const refusal = service.refuse(raw.headers.authorization);
        return refusal ? [null, { status: STATUS[refusal], statusText: 'Refused' }] : {};
      },
    }),
  startWithoutPaths: (service) =>
    start(service, {
      ...inContext(service),
      formatError: (error) =>
        new GraphQLError(error.message, { extensions: (error as GraphQLError).extensions }),
    }),
};

function inContext({ refuse }: Service): Options {
  return { context: ({ raw }) => ({ refusal: refuse(raw.headers.authorization) }) };
}

function start({ schema }: Service, options: Options): Promise<RunningServer> {
  const handle = createHandler({ schema, context: {}, ...options });
  const server = createLoopbackServer((request, response) => {
    // It leaves CORS to its users.
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else void handle(request, response);
  });
  return listenOnLoopback(server);
}
