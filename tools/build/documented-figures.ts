/**
 * Updates what the documentation says of the built scripts: their hashes in script tags, also in
 * those of the HTML app, and their sizes.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliSize } from '../brotli-size.js';

/** The `src` and `integrity` of a script tag, in the order that they have in our pages. */
const TAG = /(src="[^"]*?((?:locales\/)?[\w.-]+\.js)"\s+integrity=")[^"]*/g;

/** A script's name, and the next size in the same line, which may be a row of a table. */
const SIZE = /(`(set-card-pin[\w.]*\.js)`.*?)\d+\.\d(?= kB)/g;

const NOT_BUILT = 'which is not built: correct its name.';

/** Returns the pages that may name a script, as paths in the project. */
export async function pagesWithFigures(project: string): Promise<readonly string[]> {
  const docs = await readdir(join(project, 'docs'));
  return [
    'README.md',
    ...docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
    'demo/apps/html/public/index.html',
  ];
}

/**
 * Writes the hash of each script into the tags that load it, and its size where a page states one.
 *
 * @param integrity - Content of `dist/integrity.json`.
 * @throws {Error} If a page names a script that the build doesn't make.
 */
export async function writeFiguresIntoDocs(
  project: string,
  integrity: Readonly<Record<string, string>>,
): Promise<void> {
  const sizes = await sizesOf(join(project, 'dist', 'cdn'));
  for (const page of await pagesWithFigures(project)) {
    const text = await readFile(join(project, page), 'utf8');
    const current = text
      .replace(TAG, (_tag, upToHash: string, script: string) => {
        const hash = integrity[`cdn/${script}`];
        if (hash === undefined) throw new Error(`${page} has a tag for ${script}, ${NOT_BUILT}`);
        return upToHash + hash;
      })
      .replace(SIZE, (_size, upToSize: string, script: string) => {
        const size = sizes[script];
        if (size === undefined) throw new Error(`${page} has a size for ${script}, ${NOT_BUILT}`);
        return upToSize + size;
      });
    if (current !== text) await writeFile(join(project, page), current);
  }
}

/** Returns the kilobytes of each script after brotli, by its name. */
async function sizesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sizes = names.map(async (name) => {
    const bytes = brotliSize(await readFile(join(folder, name)));
    return [name, (bytes / 1000).toFixed(1)] as const;
  });
  return Object.fromEntries(await Promise.all(sizes));
}
