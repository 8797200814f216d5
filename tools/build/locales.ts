import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import { PROJECT } from '../project.js';

const FOLDER = join(PROJECT, 'src', 'locales');

/** Tags of all languages except English. Each has a module in `src/locales`. */
export const LOCALE_TAGS: readonly string[] = readdirSync(FOLDER)
  .map((file) => basename(file, '.ts'))
  .sort();

/**
 * Adds a script for each language to the script-tag build. A script waits until the element is
 * defined, so that pages can load both in any order.
 */
export function localeScripts(): Plugin {
  return {
    name: 'locale-scripts',
    async generateBundle() {
      for (const tag of LOCALE_TAGS) {
        const { module } = await runnerImport<object>(join(FOLDER, `${tag}.ts`));
        // The module's only export.
        const catalogue = asciiOnly(JSON.stringify(Object.values(module)[0]));
        this.emitFile({
          type: 'asset',
          fileName: `locales/${tag}.js`,
          // Begins with a line break, because a script that it is appended to may not end with one.
          source: `\ncustomElements.whenDefined("set-card-pin").then(e=>e.addMessages("${tag}",${catalogue}));\n`,
        });
      }
    },
  };
}

/** Escapes the characters that a page in an encoding other than UTF-8 would misread. */
function asciiOnly(json: string): string {
  return json.replaceAll(
    /[^\0-\x7F]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
