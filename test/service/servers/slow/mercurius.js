/** Mercurius on Fastify, with its CORS plugin. It always responds with `application/json`. */
import fastify from 'fastify';
import cors from '@fastify/cors';
import mercurius from 'mercurius';
import { LOOPBACK } from '../../../../src/node/loopback-server.js';
import { hashOf, pathless, REGISTERED } from '../service.js';

/** @type {import('../service.js').GraphQLServer['start']} */
export const start = async ({ schema, refuse }, variant) => {
  const app = fastify();
  await app.register(cors);
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
        getHash: ({ query }) => hashOf(query),
      },
    }),
    ...(variant === 'pathless' && {
      errorFormatter: (execution, context) => {
        const { statusCode, response } = mercurius.defaultErrorFormatter(execution, context);
        return { statusCode, response: { ...response, errors: response.errors.map(pathless) } };
      },
    }),
  });
  const address = await app.listen({ port: 0, host: LOOPBACK });
  return { url: `${address}/graphql`, close: () => app.close() };
};
