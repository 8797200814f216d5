/** Apollo Server, as `startStandaloneServer` runs it. */
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { LOOPBACK } from '../../../src/node/loopback-server.js';
import type { GraphQLServer, RunningServer } from './server.js';
import { refusalError, STATUS, type Context, type Refusal, type Service } from './service.js';

export const apollo: GraphQLServer = {
  name: 'Apollo Server',
  start: (service) => start(service),
  startStrict: (service) =>
    start(service, (refusal) => refusalError(refusal, { http: { status: STATUS[refusal] } })),
  startWithoutPaths: (service) => start(service, undefined, withoutPath),
};

function withoutPath({ message, extensions }: GraphQLFormattedError): GraphQLFormattedError {
  return { message, ...(extensions && { extensions }) };
}

async function start(
  { schema, refuse }: Service,
  errorOf?: (refusal: Refusal) => GraphQLError,
  formatError?: (error: GraphQLFormattedError) => GraphQLFormattedError,
): Promise<RunningServer> {
  const server = new ApolloServer<Context>({
    schema,
    stopOnTerminationSignals: false,
    ...(formatError && { formatError }),
  });
  const { url } = await startStandaloneServer(server, {
    listen: { port: 0, host: LOOPBACK },
    context: ({ req }) => {
      const refusal = refuse(req.headers.authorization);
      if (refusal && errorOf) throw errorOf(refusal);
      return Promise.resolve({ refusal });
    },
  });
  return { url: new URL('/graphql', url).href, stop: () => server.stop() };
}
