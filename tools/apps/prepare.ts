/** Prepares an app as its developers would: installs, checks and builds it. */
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { install, npm } from '../npm.js';
import type { PackedPackage } from '../pack.js';
import { PROJECT } from '../project.js';

/** An app in `demo/apps`: a page with the element, written as a user of the package would. */
export interface App {
  readonly name: string;
  /** Its folder in `demo/apps`. The default is its name. */
  readonly folder?: string;
  /** Versions to install instead of those in its package.json. */
  readonly versions?: Readonly<Record<string, string>>;
  /** A documentation page whose samples in a language must pass the app's type check. */
  readonly sample?: {
    readonly page: string;
    readonly language: string;
    /** The app's folder for the samples. The default is `src/documentation`. */
    readonly folder?: string;
  };
  /** Modes to build it in, one after another. */
  readonly modes: readonly Mode[];
}

/** `NODE_ENV` during the build. In development, a framework warns about misuse. */
type Mode = 'production' | 'development';

const BOTH: readonly Mode[] = ['development', 'production'];

const REACT_18 = {
  react: '18.3.1',
  'react-dom': '18.3.1',
  '@types/react': '18.3.8',
  '@types/react-dom': '18.3.7',
};

export const APPS: readonly App[] = [
  { name: 'html', modes: ['production'] },
  { name: 'react', modes: BOTH },
  { name: 'react-18', folder: 'react', versions: REACT_18, modes: BOTH },
  { name: 'vue', sample: { page: 'docs/vue.md', language: 'vue' }, modes: BOTH },
  {
    name: 'next',
    // Next.js builds the pages in this folder.
    sample: { page: 'docs/next.md', language: 'tsx', folder: 'app/documentation' },
    modes: ['production'],
  },
];

// Next.js must not send telemetry.
process.env.NEXT_TELEMETRY_DISABLED = '1';

/** A build that is ready to be served. */
export interface Build {
  readonly mode: Mode;
  /** The folder with the app's `client` and, if there is one, `server`. */
  readonly dist: string;
}

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/**
 * Installs an app in a new folder next to the packed package, outside the project, so that it finds
 * only its own packages. Checks its types and builds it.
 *
 * @throws {NpmError} if a step fails
 */
export async function prepare(app: App, packed: PackedPackage): Promise<readonly Build[]> {
  const folder = join(dirname(packed.tarball), app.name);
  await cp(join(PROJECT, 'demo', 'apps', app.folder ?? app.name), folder, {
    recursive: true,
    // Trying the app by hand leaves these folders there.
    filter: (path) => !/[\\/](node_modules|dist|\.next)$/.test(path),
  });
  await requestVersions(app, join(folder, 'package.json'), packed);
  await copySamples(app, folder);
  await install(folder);
  await npm(folder, ['run', 'types']);
  const builds: Build[] = [];
  for (const mode of app.modes) {
    await npm(folder, ['run', 'build'], { NODE_ENV: mode });
    const dist = join(folder, `dist-${mode}`);
    await rename(join(folder, 'dist'), dist);
    builds.push({ mode, dist });
  }
  return builds;
}

/** Writes the packed package and the app's {@link App.versions} into its package.json. */
async function requestVersions(app: App, path: string, packed: PackedPackage): Promise<void> {
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  const packedVersion = packed.manifest.version;
  const requested = manifest.dependencies['set-card-pin'];
  if (requested !== packedVersion)
    throw new Error(
      `The app ${app.name} requires set-card-pin ${requested}. Change it to ${packedVersion}.`,
    );
  manifest.dependencies['set-card-pin'] = `file:${packed.tarball}`;
  for (const [name, version] of Object.entries(app.versions ?? {})) {
    const field = name in manifest.dependencies ? 'dependencies' : 'devDependencies';
    manifest[field][name] = version;
  }
  await writeFile(path, JSON.stringify(manifest));
}

/**
 * Writes the documentation's samples into the app's sources, so that their types are checked.
 */
async function copySamples({ sample }: App, folder: string): Promise<void> {
  if (sample === undefined) return;
  const { page, language, folder: target = 'src/documentation' } = sample;
  const text = await readFile(join(PROJECT, page), 'utf8');
  const fences = new RegExp(`^\`\`\`${language}\\b.*\\n([^]*?)^\`\`\`$`, 'gm');
  const codes = [...text.matchAll(fences)];
  if (codes.length === 0) throw new Error(`${page} has no sample in ${language}.`);
  const samples = join(folder, target);
  await mkdir(samples, { recursive: true });
  for (const [index, [, code = '']] of codes.entries()) {
    // A sample may name its file in its first line.
    const [, name = `Sample${index + 1}.${language}`] = /^\/\/ (\S+)\n/.exec(code) ?? [];
    const path = join(samples, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
  }
}
