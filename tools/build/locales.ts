import type { Plugin } from 'vite';
import { ar } from '../../src/locales/ar.js';
import { de } from '../../src/locales/de.js';
import { es } from '../../src/locales/es.js';
import { fr } from '../../src/locales/fr.js';
import { ja } from '../../src/locales/ja.js';
import { pt } from '../../src/locales/pt.js';
import { zhHans } from '../../src/locales/zh-Hans.js';
import type { Catalogue } from '../../src/messages/catalogue.js';

/** The languages that are shipped beside English, by their tags. */
export const LOCALES: Readonly<Record<string, Catalogue>> = {
  ar,
  de,
  es,
  fr,
  ja,
  pt,
  'zh-Hans': zhHans,
};

/** Writes a script for each language beside the script-tag build. It waits for the element, so that their order doesn't matter. */
export function localeScripts(): Plugin {
  return {
    name: 'locale-scripts',
    generateBundle() {
      for (const [tag, catalogue] of Object.entries(LOCALES)) {
        const call = `addMessages("${tag}",${JSON.stringify(catalogue)})`;
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
