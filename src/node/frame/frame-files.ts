/** The files of the frame page, as a host must serve them. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FrameConfig } from '../../isolated/page/config.js';
import { META_POLICY, metaPolicy } from './headers.js';

/** The folder of the built frame page, next to this command in the package. */
const BUILT = join(import.meta.dirname, '..', 'frame');

/** Each file's content by its path, such as `frame.js`. */
type Files = ReadonlyMap<string, Buffer>;

/** Reads the built frame page. */
export async function builtFiles(): Promise<Files> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(BUILT, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(relative(BUILT, file).replaceAll(sep, '/'), await readFile(file));
  }
  return files;
}

/**
 * Adds a configuration to the built frame page: as `config.json`, and in the policy of
 * `index.html`.
 *
 * @param text - The content of `config.json`.
 * @throws if `index.html` does not contain the built policy
 */
export function filesToServe(built: Files, config: FrameConfig, text: string): Files {
  const [before, after, ...more] = (built.get('index.html')?.toString() ?? '').split(META_POLICY);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error('index.html of the frame page must contain the built policy once.');
  return new Map([
    ...built,
    ['index.html', Buffer.from(`${before}${metaPolicy(config)}${after}`)],
    ['config.json', Buffer.from(text)],
  ]);
}
