/**
 * Writes `dist/integrity.json`, from which a page takes the `integrity` of what it loads, and
 * anyone can tell whether what is served is what was built; and into the tags of the documentation, so that they can be copied.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { writeHashesIntoDocs } from './documented-hashes.js';

/** What is served as it is, source maps and licences too. A frame page's configuration is written by whoever serves it. */
const SERVED = /^(cdn|frame)\/(?!config\.json$)/;

/** The hash of each file that is served, in the form of the attribute `integrity`, by its path in `dist`. */
export async function integrityOf(dist: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => SERVED.test(path))
    // By code units, so that the file doesn't depend on the order of a file system.
    .sort();
  const hashes = paths.map(async (path) => {
    const hash = createHash('sha384').update(await readFile(join(dist, path)));
    return [path, `sha384-${hash.digest('base64')}`] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

/** Writes the hashes into `dist/integrity.json` and into the documentation. */
export async function writeIntegrity(project: string): Promise<void> {
  const dist = join(project, 'dist');
  const integrity = await integrityOf(dist);
  await writeFile(join(dist, 'integrity.json'), `${JSON.stringify(integrity, null, 2)}\n`);
  await writeHashesIntoDocs(project, integrity);
}
