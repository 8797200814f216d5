import { fileURLToPath } from 'node:url';
import type { TestRunnerPlugin } from '@web/test-runner';
import type { Plugin } from 'vite';

/** What stands in for them in everything that runs in a browser, seen from the project's root. */
const STUB = '/src/set-pin/graphql-request-stub.ts';

/** The modules of `graphql-request` of which the element has no need, as the others of the package import them. */
const REPLACED =
  /^\.\.\/(legacy\/)?(classes\/ClientError|functions\/(batchRequests|request)|helpers\/analyzeDocument|lib\/graphql)\.js$/;

const isReplaced = (source: string, importer = ''): boolean =>
  REPLACED.test(source) && importer.includes('/graphql-request/');

/** For the builds and the development server. */
export function graphqlRequestParts(): Plugin {
  const stub = fileURLToPath(new URL(`..${STUB}`, import.meta.url));
  return {
    name: 'graphql-request-parts',
    enforce: 'pre',
    resolveId: {
      filter: { id: REPLACED },
      handler: (source, importer) => (isReplaced(source, importer) ? stub : undefined),
    },
  };
}

/** For the test runner, so that the tests run what is shipped. */
export function graphqlRequestPartsPlugin(): TestRunnerPlugin {
  return {
    name: 'graphql-request-parts',
    resolveImport: ({ source, context }) => (isReplaced(source, context.path) ? STUB : undefined),
  };
}
