import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Puts the sandbox's schemas next to its code, which reads them. */
export function sandboxSchemas(): Plugin {
  return {
    name: 'sandbox-schemas',
    generateBundle() {
      for (const fileName of ['schema.graphql', 'provider-schema.graphql']) {
        const path = new URL(`../../src/node/sandbox/${fileName}`, import.meta.url);
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
      }
    },
  };
}
