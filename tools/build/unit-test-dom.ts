import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const BASE = fileURLToPath(new URL('../../src/element/unit-test-base.ts', import.meta.url));

/**
 * Lets the modules run in jsdom and happy-dom, where unit tests import them. Pages that load the
 * script don't have these bytes.
 */
export function unitTestDom(): Plugin {
  return {
    name: 'unit-test-dom',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\/base\.js$/ },
      handler: (_, importer) => (importer?.endsWith('/src/element/properties.ts') ? BASE : null),
    },
  };
}
