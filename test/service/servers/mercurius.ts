/** mercurius on Fastify, with its plugin for CORS. It always answers with `application/json`. */
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import mercurius, { type MercuriusOptions } from 'mercurius';
import { LOOPBACK } from '../../../src/node/loopback-server.js';
import type { GraphQLServer, RunningServer } from './server.js';
import { STATUS, type Service } from './service.js';

export const mercuriusOnFastify: GraphQLServer = {
  name: 'mercurius',
  waysToRefuse: [
    {
      name: 'an error of the resolver',
      start: (service) => start(service, inContext(service)),
      statuses: { unauthenticated: 200, rateLimited: 200 },
    },
    {
      name: 'an error of the context with a status',
      start: (service) =>
        start(service, {
          context: ({ headers }) => {
            const refusal = service.refuse(headers.authorization);
            if (refusal)
              throw new mercurius.ErrorWithProps('Refused', { code: refusal }, STATUS[refusal]);
            return {};
          },
        }),
      statuses: { unauthenticated: 401, rateLimited: 429 },
    },
    {
      // As @fastify/jwt and @fastify/rate-limit do.
      name: 'an error of a hook',
      start: (service) =>
        start(service, {}, (app) =>
          app.addHook('onRequest', ({ headers }, _reply, done) => {
            const refusal = service.refuse(headers.authorization);
            if (!refusal) return done();
            done(Object.assign(new Error('Refused'), { statusCode: STATUS[refusal] }));
          }),
        ),
      statuses: { unauthenticated: 401, rateLimited: 429 },
    },
  ],
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

async function start(
  { schema }: Service,
  options: MercuriusOptions,
  prepare: (app: FastifyInstance) => void = () => {},
): Promise<RunningServer> {
  const app = Fastify();
  prepare(app);
  await app.register(cors);
  await app.register(mercurius, { schema, ...options });
  const address = await app.listen({ port: 0, host: LOOPBACK });
  return { url: `${address}/graphql`, stop: () => app.close() };
}
