import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CSS_TAG_STUB = fileURLToPath(new URL('../../src/form/css-tag-stub.ts', import.meta.url));

/** Replaces Lit's css-tag module with a smaller one, for browsers that the element supports. */
export function litParts(): Plugin {
  return {
    name: 'lit-parts',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/css-tag\.js$/ },
      handler: () => CSS_TAG_STUB,
    },
  };
}
