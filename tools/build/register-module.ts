import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MODULE = fileURLToPath(new URL('../../src/element/register-module.ts', import.meta.url));

/** Lets a development server reload an entry of the modules, which registers the element. */
export function registerModule(): Plugin {
  return {
    name: 'register-module',
    enforce: 'pre',
    resolveId: { filter: { id: /\/register\.js$/ }, handler: () => MODULE },
  };
}
