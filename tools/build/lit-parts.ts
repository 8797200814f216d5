import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CSS_TAG_STUB = fileURLToPath(new URL('../../src/form/css-tag-stub.ts', import.meta.url));

/** Leaves out of Lit what a browser that has all that the element needs has no use for. */
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
