import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { META_POLICY } from '../../src/node/frame/headers.js';

const SOURCE = new URL('../../src/isolated/page/index.html', import.meta.url);

/** Writes the frame page's document beside its script, which it takes in no other than this very version. */
export function frameDocument(): Plugin {
  return {
    name: 'frame-document',
    async generateBundle(_, bundle) {
      const script = bundle['frame.js'];
      if (script?.type !== 'chunk') throw new Error('The frame page has no script frame.js.');
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
