import type { Plugin } from 'vite';

const CSS_TAG_STUB = `${import.meta.dirname}/css-tag-stub.ts`;

const LIT_POLICY = 'createPolicy("lit-html"';

/**
 * Replaces Lit's css-tag module with a smaller one, for browsers that the element supports. Also
 * gives Lit's Trusted Types policy our own name, because a page that has its own Lit may allow the
 * name `lit-html` only once.
 */
export function litParts(): Plugin {
  return {
    name: 'lit-parts',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/css-tag\.js$/ },
      handler: () => CSS_TAG_STUB,
    },
    transform: {
      filter: { id: /\/lit-html\.js$/ },
      handler(code) {
        if (!code.includes(LIT_POLICY))
          this.error('Lit now creates its policy in a different way.');
        // Keeps Lit's own source map.
        return { code: code.replace(LIT_POLICY, 'createPolicy("set-card-pin"'), map: null };
      },
    },
  };
}
