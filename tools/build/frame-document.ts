import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { META_POLICY } from '../../src/node/frame/headers.js';

const SOURCE = new URL('../../src/isolated/page/index.html', import.meta.url);

/**
 * Writes the document of the frame page. Its `integrity` attribute makes it reject every other
 * version of the script.
 */
export function frameDocument(): Plugin {
  return {
    name: 'frame-document',
    async generateBundle(_, bundle) {
      const script = bundle['frame.js'];
      if (script?.type !== 'chunk') throw new Error('The build of the frame page has no frame.js.');
      const hash = createHash('sha384').update(script.code).digest('base64');
      const source = await readFile(SOURCE, 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'index.html',
        source: source
          .replace(/<!--.*?-->|\n\s*/gs, '')
          .replace('{policy}', META_POLICY)
          .replace('src="frame.js"', `src="frame.js" integrity="sha384-${hash}"`),
      });
    },
  };
}
