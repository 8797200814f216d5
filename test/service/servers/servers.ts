import { apollo } from './apollo.js';
import { graphqlHttp } from './graphql-http.js';
import { mercuriusOnFastify } from './mercurius.js';
import type { GraphQLServer } from './server.js';
import { yoga } from './yoga.js';

export const SERVERS: readonly GraphQLServer[] = [apollo, yoga, mercuriusOnFastify, graphqlHttp];
