/**
 * Writes the hashes of the built files into `dist/integrity.json`. Pages copy them as `integrity`
 * attributes. The file also shows whether a server serves exactly what was built.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * Files that are served unchanged, with their source maps and licences. The frame page's
 * `config.json` is not one of them, because each portal writes its own.
 */
const SERVED = /^(cdn|frame)\/(?!config\.json$)/;

/** Returns the `integrity` value of each served file, by its path in `dist`. */
export async function integrityOf(dist: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => SERVED.test(path))
    // File systems list files in different orders.
    .sort();
  const hashes = paths.map(async (path) => {
    const hash = createHash('sha384').update(await readFile(join(dist, path)));
    return [path, `sha384-${hash.digest('base64')}`] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

export async function writeIntegrity(project: string): Promise<void> {
  const dist = join(project, 'dist');
  const integrity = await integrityOf(dist);
  await writeFile(join(dist, 'integrity.json'), `${JSON.stringify(integrity, null, 2)}\n`);
}
