import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const SOURCE = new URL('../../src/isolated/page/index.html', import.meta.url);

/**
 * Writes the document of the frame page. The command `set-card-pin frame` puts the script and a
 * configuration into it.
 */
export function frameDocument(): Plugin {
  return {
    name: 'frame-document',
    async generateBundle() {
      const source = await readFile(SOURCE, 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'index.html',
        source: source.replace(/<!--.*?-->|\n\s*/gs, ''),
      });
    },
  };
}
