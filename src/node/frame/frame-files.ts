import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The folder of the built frame page, next to this command in the package. */
const BUILT = join(import.meta.dirname, '..', 'frame');

/** Returns the files that a host must serve: each file's content by its path. */
export async function filesToServe(config: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(BUILT, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(relative(BUILT, file).replaceAll(sep, '/'), await readFile(file));
  }
  return files.set('config.json', Buffer.from(config));
}
