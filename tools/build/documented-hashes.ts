/** Keeps the hashes in the script tags of the documentation, and of the app in HTML, those of the files that were built last. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A tag's address and its `integrity`, as `npm run format` lays them out. */
const TAG = /(src="[^"]*?((?:locales\/)?[\w-]+\.js)"\s+integrity=")[^"]*/g;

/**
 * The pages with tags, by their paths in the project.
 */
export async function pagesWithTags(project: string): Promise<readonly string[]> {
  const docs = await readdir(join(project, 'docs'));
  return [
    'README.md',
    ...docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
    'demo/apps/html/public/index.html',
  ];
}

/**
 * Writes the hash of each script that a tag of these pages loads into that tag.
 *
 * @param integrity - `dist/integrity.json`.
 * @throws {Error} Where a tag names a script that is not built.
 */
export async function writeHashesIntoDocs(
  project: string,
  integrity: Readonly<Record<string, string>>,
): Promise<void> {
  for (const page of await pagesWithTags(project)) {
    const text = await readFile(join(project, page), 'utf8');
    const hashed = text.replace(TAG, (_tag, upToHash: string, script: string) => {
      const hash = integrity[`cdn/${script}`];
      if (hash === undefined) throw new Error(`${page} has a tag for ${script}: no such script.`);
      return upToHash + hash;
    });
    if (hashed !== text) await writeFile(join(project, page), hashed);
  }
}
