/**
 * Builds for tests, in memory. Each is built once for the same sources. Other test files and later
 * runs read it from `node_modules/.cache`.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { InlineConfig, Rollup } from 'vite';
import { SOURCES } from '../../tools/pack.js';
import { PROJECT } from '../../tools/project.js';

/** The content of each built file, by its path in the built folder. */
export type BuiltFiles = ReadonlyMap<string, string>;

const CACHE = join(PROJECT, 'node_modules', '.cache', 'test-builds');

/** This process's builds, by their names. */
const builds = new Map<string, Promise<BuiltFiles>>();

/**
 * Builds a part of the package as `vite build --mode` does, but without the second minifier, which
 * takes seconds.
 */
export function buildPart(mode: string): Promise<BuiltFiles> {
  return cached(mode, SOURCES, { mode });
}

/** Returns the build for a script tag. */
export async function elementScript(mode: 'inline' | 'isolated' = 'inline'): Promise<string> {
  const isolated = mode === 'isolated' ? '.isolated' : '';
  return (await buildPart(`script${isolated}`)).get(`set-card-pin${isolated}.js`)!;
}

/**
 * Bundles a test module into a classic script.
 *
 * @param entry - Path of the module, from the project's top level.
 * @param name - The global variable that receives the exports.
 */
export async function bundleScript(entry: string, name: string): Promise<string> {
  const files = await cached(
    `${entry.replaceAll(/\W+/g, '-')}-${name}`,
    // A test module may import any other test module.
    [...SOURCES, 'test'],
    {
      configFile: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        lib: { entry: join(PROJECT, entry), formats: ['iife'], name, fileName: () => 'script.js' },
      },
    },
  );
  return files.get('script.js')!;
}

/**
 * Builds from the project's top level. Vite is loaded only here, because loading it takes longer
 * than reading a build.
 */
export async function buildInMemory(config: InlineConfig): Promise<BuiltFiles> {
  const vite = await import('vite');
  const build = { ...config.build, write: false };
  const result = await vite.build({ root: PROJECT, ...config, logLevel: 'warn', build });
  return new Map(
    ([result].flat() as readonly Rollup.RolldownOutput[])
      .flatMap(({ output }) => output)
      .map((file) => [
        file.fileName,
        file.type === 'chunk' ? file.code : Buffer.from(file.source).toString(),
      ]),
  );
}

/** Writes files into a folder. */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string | Buffer>,
): Promise<void> {
  for (const [path, content] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** Returns the build with this name. Each build needs its own name. */
function cached(...build: Parameters<typeof readOrBuild>): Promise<BuiltFiles> {
  const [name] = build;
  const files = builds.get(name) ?? readOrBuild(...build);
  builds.set(name, files);
  return files;
}

async function readOrBuild(
  name: string,
  sources: readonly string[],
  config: InlineConfig,
): Promise<BuiltFiles> {
  const path = join(CACHE, `${name}.json`);
  const hash = await hashOf(sources);
  const text = await readFile(path, 'utf8').catch(() => '[]');
  const [builtFrom, stored] = JSON.parse(text) as [string?, [string, string][]?];
  if (builtFrom === hash) return new Map(stored);
  const files = await buildInMemory(config);
  // Renamed when complete, because other processes may write or read it at the same time.
  const unfinished = `${path}.${randomUUID()}`;
  await mkdir(CACHE, { recursive: true });
  await writeFile(unfinished, JSON.stringify([hash, [...files]]));
  await rename(unfinished, path);
  return files;
}

/** Returns a hash of files, and of all files in folders. */
async function hashOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    const paths = await readdir(join(PROJECT, source), { recursive: true }).catch(() => ['']);
    for (const path of paths.sort()) {
      // Lock files define the content of these folders, and another test may be installing it.
      if (path.split(sep).includes('node_modules')) continue;
      const content = await readFile(join(PROJECT, source, path)).catch(() => 'a folder');
      hash.update(`\0${join(source, path)}\0`).update(content);
    }
  }
  return hash.digest('hex');
}
