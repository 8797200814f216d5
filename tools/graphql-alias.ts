import { fileURLToPath } from 'node:url';
import type { TestRunnerPlugin } from '@web/test-runner';

/** What stands in for the package `graphql` in everything that runs in a browser, seen from the project's root. */
const STUB = '/src/set-pin/graphql-stub.ts';

/** The stub as Vite's `resolve.alias` wants it: the bare name alone, no path below it. */
export const graphqlAlias = {
  find: /^graphql$/,
  replacement: fileURLToPath(new URL(`..${STUB}`, import.meta.url)),
};

/** The same for the test runner, so that the tests run what is shipped. */
export function graphqlAliasPlugin(): TestRunnerPlugin {
  return {
    name: 'graphql-alias',
    resolveImport: ({ source }) => (graphqlAlias.find.test(source) ? STUB : undefined),
  };
}
