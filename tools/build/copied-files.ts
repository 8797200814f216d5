import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };
import { PROJECT } from '../project.js';

/**
 * Copies the frame page's document, with the package's version. The command
 * `set-card-pin frame` puts the script and a configuration into it.
 */
export function frameDocument(): Plugin {
  return copied(['src/isolated/page/index.html'], (html) =>
    html.replace(/<!--.*?-->|\n\s*/gs, '').replace('{version}', packageJson.version),
  );
}

/** Copies the sandbox's schemas next to its code, which reads them. */
export function sandboxSchemas(): Plugin {
  const folder = 'src/node/sandbox';
  return copied([`${folder}/schema.graphql`, `${folder}/provider-schema.graphql`], String);
}

function copied(paths: readonly string[], change: (text: string) => string): Plugin {
  return {
    name: 'copied-files',
    async generateBundle() {
      for (const path of paths) {
        const source = change(await readFile(PROJECT + path, 'utf8'));
        this.emitFile({ type: 'asset', fileName: basename(path), source });
      }
    },
  };
}
