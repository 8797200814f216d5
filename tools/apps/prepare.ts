/** Prepares an app as its developers would: installs, checks and builds it. */
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { App, Mode } from './app.js';
import { npm } from '../npm.js';
import type { PackedPackage } from '../pack.js';
import { PROJECT } from '../project.js';

/** An app that is ready to be served. */
export interface PreparedApp {
  readonly name: string;
  readonly builds: readonly Build[];
}

export interface Build {
  readonly mode: Mode;
  /** The folder with the app's `client` and perhaps `server`. */
  readonly dist: string;
}

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/**
 * Installs an app with the packed package in a new folder, checks its types and builds it.
 *
 * @param folder - Folder for the app, outside the project, so that it finds only its own packages.
 * @throws {NpmError} if a step fails
 */
export async function prepare(
  app: App,
  packed: PackedPackage,
  folder: string,
  say: (line: string) => void,
): Promise<PreparedApp> {
  const step = async (name: string, ...args: Parameters<typeof npm>): Promise<void> => {
    const began = performance.now();
    await npm(...args);
    say(`${app.name}: ${name}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  await cp(join(PROJECT, 'demo', 'apps', app.folder), folder, {
    recursive: true,
    // Someone who tried the app by hand leaves these folders there.
    filter: (path) => !/[\\/](node_modules|dist|\.next)$/.test(path),
  });
  await requestVersions(app, join(folder, 'package.json'), packed);
  await copySamples(app, folder);
  const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'];
  await step('installed', folder, ['install', ...quick]);
  await step('types checked', folder, ['run', 'types']);
  const builds: Build[] = [];
  for (const mode of app.modes) {
    await step(`built for ${mode}`, folder, ['run', 'build'], { NODE_ENV: mode });
    const dist = join(folder, `dist-${mode}`);
    await rename(join(folder, 'dist'), dist);
    builds.push({ mode, dist });
  }
  return { name: app.name, builds };
}

/** Writes the packed package and the app's {@link App.versions} into its package.json. */
async function requestVersions(app: App, path: string, packed: PackedPackage): Promise<void> {
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  const packedVersion = packed.manifest.version;
  const requested = manifest.dependencies['set-card-pin'];
  if (requested !== packedVersion)
    throw new Error(
      `demo/apps/${app.folder}/package.json has set-card-pin ${requested}. Change it to ${packedVersion}.`,
    );
  manifest.dependencies['set-card-pin'] = `file:${packed.tarball}`;
  for (const [name, version] of Object.entries(app.versions ?? {})) {
    const field = name in manifest.dependencies ? 'dependencies' : 'devDependencies';
    manifest[field][name] = version;
  }
  await writeFile(path, JSON.stringify(manifest));
}

/**
 * Writes the app's samples of the documentation into its sources, so that their types are checked.
 */
async function copySamples({ sample }: App, folder: string): Promise<void> {
  if (sample === undefined) return;
  const { page, language } = sample;
  const text = await readFile(join(PROJECT, page), 'utf8');
  const fences = new RegExp(`^\`\`\`${language}\\b.*\\n([^]*?)^\`\`\`$`, 'gm');
  const codes = [...text.matchAll(fences)];
  if (codes.length === 0) throw new Error(`${page} has no sample in ${language}.`);
  const samples = join(folder, 'src', 'documentation');
  await mkdir(samples, { recursive: true });
  for (const [index, [, code = '']] of codes.entries()) {
    // A sample may name its file in its first line.
    const [, name = `Sample${index + 1}.${language}`] = /^\/\/ (\S+)\n/.exec(code) ?? [];
    const path = join(samples, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
  }
}
