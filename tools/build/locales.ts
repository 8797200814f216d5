import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import type { Catalogue } from '../../src/messages/catalogue.js';
import { PROJECT } from '../project.js';

const FOLDER = join(PROJECT, 'src', 'locales');

/** Tags of the languages that are shipped beside English: each has a module in `src/locales`. */
export const LOCALE_TAGS: readonly string[] = readdirSync(FOLDER)
  .map((file) => basename(file, '.ts'))
  .sort();

/** Returns the one export of a language's module. */
async function readCatalogue(tag: string): Promise<Catalogue> {
  const { module } = await runnerImport<Record<string, Catalogue>>(join(FOLDER, `${tag}.ts`));
  return Object.values(module)[0]!;
}

/** Writes a script for each language beside the script-tag build. It waits for the element, so that their order doesn't matter. */
export function localeScripts(): Plugin {
  return {
    name: 'locale-scripts',
    async generateBundle() {
      for (const tag of LOCALE_TAGS) {
        const call = `addMessages("${tag}",${JSON.stringify(await readCatalogue(tag))})`;
        this.emitFile({
          type: 'asset',
          fileName: `locales/${tag}.js`,
          // With a byte order mark, by which it is read right in a page of another encoding too.
          source: `\uFEFFcustomElements.whenDefined("set-card-pin").then(e=>e.${call})\n`,
        });
      }
    },
  };
}

/** Leaves a language's module without its source map, which would lead from sentences to the same sentences. */
export function unmappedLocales(): Plugin {
  return {
    name: 'unmapped-locales',
    generateBundle(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!fileName.startsWith('locales/')) continue;
        if (file.type === 'asset') delete bundle[fileName];
        else file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
      }
    },
  };
}
