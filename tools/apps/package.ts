import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from '../npm.js';
import { pack, type PackedPackage } from '../pack.js';
import { PROJECT } from '../project.js';

/** Packs the package into a folder, and builds it first if `src` is newer than `dist`. */
export async function buildAndPack(folder: string): Promise<PackedPackage> {
  if (!(await isBuilt())) await npm(PROJECT, ['run', 'build']);
  return pack(folder);
}

async function isBuilt(): Promise<boolean> {
  // A build writes this file last.
  const built = await stat(join(PROJECT, 'dist', 'integrity.json')).catch(() => undefined);
  if (built === undefined) return false;
  const sources = await readdir(join(PROJECT, 'src'), { recursive: true });
  const times = await Promise.all(
    sources.map(async (path) => (await stat(join(PROJECT, 'src', path))).mtimeMs),
  );
  return Math.max(...times) <= built.mtimeMs;
}
