/** Updates the hashes in the script tags of the documentation and of the HTML app. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The `src` and `integrity` of a script tag, in the order that they have in our pages. */
const TAG = /(src="[^"]*?((?:locales\/)?[\w.-]+\.js)"\s+integrity=")[^"]*/g;

/** Returns the pages that may have script tags, as paths in the project. */
export async function pagesWithTags(project: string): Promise<readonly string[]> {
  const docs = await readdir(join(project, 'docs'));
  return [
    'README.md',
    ...docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
    'demo/apps/html/public/index.html',
  ];
}

/**
 * Writes the hash of each script into the tags that load it.
 *
 * @param integrity - Content of `dist/integrity.json`.
 * @throws {Error} If a tag names a script that the build doesn't make.
 */
export async function writeHashesIntoDocs(
  project: string,
  integrity: Readonly<Record<string, string>>,
): Promise<void> {
  for (const page of await pagesWithTags(project)) {
    const text = await readFile(join(project, page), 'utf8');
    const hashed = text.replace(TAG, (_tag, upToHash: string, script: string) => {
      const hash = integrity[`cdn/${script}`];
      if (hash === undefined)
        throw new Error(`${page} has a tag for ${script}, which is not built: correct its src.`);
      return upToHash + hash;
    });
    if (hashed !== text) await writeFile(join(project, page), hashed);
  }
}
