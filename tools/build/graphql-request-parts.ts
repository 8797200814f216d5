import type { Plugin } from 'vite';

const STUB = `${import.meta.dirname}/graphql-request-stub.ts`;

/** Import paths of the `graphql-request` modules that the element doesn't need. */
const REPLACED =
  /^\.\.\/(legacy\/)?(classes\/ClientError|functions\/(batchRequests|request)|helpers\/analyzeDocument|lib\/graphql)\.js$/;

/** Replaces these modules in builds, in the development server and in the test runner. */
export function graphqlRequestParts(): Plugin {
  return {
    name: 'graphql-request-parts',
    enforce: 'pre',
    resolveId: {
      filter: { id: REPLACED },
      handler: (_, importer) => (importer?.includes('/graphql-request/') ? STUB : undefined),
    },
  };
}
