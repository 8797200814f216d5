/** The package as the registry would have it. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from '../npm.js';
import { PROJECT } from '../project.js';

/**
 * Packs what is built, and builds it before where something in `src` is newer.
 *
 * @param folder where to put it
 * @returns the path of the packed file
 */
export async function pack(folder: string, say: (line: string) => void): Promise<string> {
  if (!(await isBuilt())) {
    say('building the package, as src is newer than dist …');
    await npm(PROJECT, ['run', 'build']);
  }
  await npm(PROJECT, ['pack', '--ignore-scripts', '--pack-destination', folder]);
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (packed === undefined) throw new Error('npm pack left no file.');
  return join(folder, packed);
}

/** The version of the package. */
export async function packageVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return version;
}

async function isBuilt(): Promise<boolean> {
  // The last thing that a build writes.
  const built = await stat(join(PROJECT, 'dist', 'integrity.json')).catch(() => undefined);
  if (built === undefined) return false;
  const sources = await readdir(join(PROJECT, 'src'), { recursive: true });
  const times = await Promise.all(
    sources.map(async (path) => (await stat(join(PROJECT, 'src', path))).mtimeMs),
  );
  return Math.max(...times) <= built.mtimeMs;
}
