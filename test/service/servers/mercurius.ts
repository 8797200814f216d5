/** mercurius on Fastify, with its plugin for CORS. It always answers with `application/json`. */
import cors from '@fastify/cors';
import Fastify from 'fastify';
import mercurius, { type MercuriusOptions } from 'mercurius';
import { LOOPBACK } from '../../../src/node/loopback-server.js';
import type { GraphQLServer, RunningServer } from './server.js';
import { STATUS, type Service } from './service.js';

export const mercuriusOnFastify: GraphQLServer = {
  name: 'mercurius',
  start: (service) => start(service, inContext(service)),
  startStrict: (service) =>
    start(service, {
      context: ({ headers }) => {
        const refusal = service.refuse(headers.authorization);
        if (refusal)
          throw new mercurius.ErrorWithProps('Refused', { code: refusal }, STATUS[refusal]);
        return {};
      },
    }),
  startWithoutPaths: (service) =>
    start(service, {
      ...inContext(service),
      errorFormatter: (execution, context) => {
        const { statusCode, response } = mercurius.defaultErrorFormatter(execution, context);
        const errors = response.errors!.map(({ path: _, ...error }) => error);
        return { statusCode, response: { ...response, errors } };
      },
    }),
};

function inContext({ refuse }: Service): MercuriusOptions {
  return { context: ({ headers }) => ({ refusal: refuse(headers.authorization) }) };
}

async function start({ schema }: Service, options: MercuriusOptions): Promise<RunningServer> {
  const app = Fastify();
  await app.register(cors);
  await app.register(mercurius, { schema, ...options });
  const address = await app.listen({ port: 0, host: LOOPBACK });
  return { url: `${address}/graphql`, stop: () => app.close() };
}
