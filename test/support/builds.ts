/**
 * Builds for tests, in memory. Each is made once for the same sources: other test files, and later
 * runs, read it from `node_modules/.cache`.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { before } from 'node:test';
import type { InlineConfig, Rollup } from 'vite';
import { PROJECT } from '../../tools/project.js';

/** The content of each built file, by its path in the folder that is built. */
export type BuiltFiles = ReadonlyMap<string, string>;

const CACHE = join(PROJECT, 'node_modules', '.cache', 'test-builds');

/** Files and folders that every build depends on. */
const SOURCES = ['src', 'tools/build', 'vite.config.ts', 'package.json', 'package-lock.json'];

/** The builds of this process, by their names. */
const builds = new Map<string, Promise<BuiltFiles>>();

type Mode = 'modules' | 'script' | 'script.isolated' | 'frame' | 'node';

/**
 * Builds a part of the package as `vite build --mode` does, but without the second minifier, which
 * takes seconds.
 */
export function buildPart(mode: Mode): Promise<BuiltFiles> {
  return cached(mode, SOURCES, { mode });
}

/** Returns the build for a script tag. */
export async function elementScript(): Promise<string> {
  return (await buildPart('script')).get('set-card-pin.js')!;
}

/**
 * Builds for a script tag before the tests of a suite. A page that waits for the build could take
 * longer to load than it may.
 *
 * @returns the script, once the tests run
 */
export function useElementScript(): () => string {
  let script = '';
  before(async () => {
    script = await elementScript();
  });
  return () => script;
}

/**
 * Bundles a module of the tests into a classic script.
 *
 * @param entry - Path of the module, from the top level of the project.
 * @param name - The global variable that gets the exports.
 */
export async function bundleScript(entry: string, name: string): Promise<string> {
  const files = await cached(
    `${entry.replaceAll(/\W+/g, '-')}-${name}`,
    // A module of the tests may import any other.
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
 * Builds from the top level of the project. Vite loads only here: it takes longer than reading a
 * build.
 */
export async function buildInMemory(config: InlineConfig): Promise<BuiltFiles> {
  const vite = await import('vite');
  const result = await vite.build({
    root: PROJECT,
    ...config,
    logLevel: 'warn',
    build: { ...config.build, write: false },
  });
  return new Map(
    ([result].flat() as readonly Rollup.RolldownOutput[])
      .flatMap(({ output }) => output)
      .map((file) => [file.fileName, file.type === 'chunk' ? file.code : textOf(file.source)]),
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

/** @param name - Tells the build from all others. */
function cached(
  name: string,
  sources: readonly string[],
  config: InlineConfig,
): Promise<BuiltFiles> {
  let files = builds.get(name);
  if (files === undefined) {
    files = readOrBuild(name, sources, config);
    builds.set(name, files);
  }
  return files;
}

async function readOrBuild(
  name: string,
  sources: readonly string[],
  config: InlineConfig,
): Promise<BuiltFiles> {
  const path = join(CACHE, `${name}.${await hashOf(sources)}.json`);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) return new Map(JSON.parse(text) as [string, string][]);
  const files = await buildInMemory(config);
  await store(path, JSON.stringify([...files]));
  return files;
}

async function hashOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const path of (await Promise.all(sources.map(filesIn))).flat().sort())
    hash.update(`\0${path}\0`).update(await readFile(join(PROJECT, path)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns a file's own path, or those of all files in a folder; from the top level of the project.
 */
async function filesIn(source: string): Promise<string[]> {
  const entries = await readdir(join(PROJECT, source), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => undefined);
  if (entries === undefined) return [source];
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT.length))
      // Lock files say what is in these, and another test may be installing it.
      .filter((path) => !path.split(sep).includes('node_modules'))
  );
}

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : Buffer.from(source).toString();
}

/** Writes a build, whole or not at all: other processes may write or read it at the same time. */
async function store(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  await mkdir(CACHE, { recursive: true });
  await writeFile(unfinished, text);
  await rename(unfinished, path);
  const [name] = basename(path).split('.');
  const older = (await readdir(CACHE)).filter(
    (file) => file.startsWith(`${name}.`) && file.endsWith('.json') && file !== basename(path),
  );
  await Promise.all(older.map((file) => rm(join(CACHE, file), { force: true })));
}
