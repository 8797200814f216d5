/** Prepares an app as its developers would: installs, checks and builds it. */
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { install, npm } from '../npm.js';
import { PROJECT } from '../project.js';

/** An app in `demo/apps`: a page with the element, written as a user of the package would. */
export interface App {
  readonly name: string;
  /** Its folder in `demo/apps`. The default is its name. */
  readonly folder?: string;
  /** Packages to install instead of the versions in its package.json. */
  readonly packages?: readonly string[];
  /** A documentation page whose samples must pass the app's type check, in a folder of the app. */
  readonly sample?: { readonly page: string; readonly language: string; readonly folder: string };
  /** Modes to build it in, one after another. */
  readonly modes: readonly Mode[];
}

/** The values of `NODE_ENV` during a build. In development, a framework warns about misuse. */
const BOTH = ['development', 'production'] as const;
type Mode = (typeof BOTH)[number];

const REACT_18 = 'react@18.3.1 react-dom@18.3.1 @types/react@18.3.8 @types/react-dom@18.3.7'.split(
  ' ',
);

export const APPS: readonly App[] = [
  { name: 'html', modes: ['production'] },
  { name: 'react', modes: BOTH },
  { name: 'react-18', folder: 'react', packages: REACT_18, modes: BOTH },
  {
    name: 'vue',
    sample: { page: 'docs/vue.md', language: 'vue', folder: 'src/documentation' },
    modes: BOTH,
  },
  {
    name: 'next',
    // Next.js builds the pages in this folder.
    sample: { page: 'docs/next.md', language: 'tsx', folder: 'app/documentation' },
    modes: ['production'],
  },
];

// Next.js must not send telemetry.
process.env.NEXT_TELEMETRY_DISABLED = '1';

/**
 * Installs an app in a new folder next to the packed package, outside the project, so that it finds
 * only its own packages. Checks its types and builds it.
 *
 * @returns the mode of each build, and the folder with its `client` and, if there is one, `server`
 * @throws {Error} if a step fails
 */
export async function prepare({ name, packages = [], modes, ...app }: App, tarball: string) {
  const folder = join(dirname(tarball), name);
  await cp(join(PROJECT, 'demo', 'apps', app.folder ?? name), folder, {
    recursive: true,
    // Trying the app by hand leaves these folders there.
    filter: (path) => !/[\\/](node_modules|dist|\.next)$/.test(path),
  });
  const manifest = await readFile(join(folder, 'package.json'), 'utf8');
  if (!manifest.includes(`"set-card-pin": "${packageJson.version}"`))
    throw new Error(`The app ${name} must require set-card-pin ${packageJson.version}.`);
  await copySamples(app, folder);
  await install(folder, tarball, ...packages);
  await npm(folder, ['run', 'types']);
  const builds: { readonly mode: Mode; readonly dist: string }[] = [];
  for (const mode of modes) {
    await npm(folder, ['run', 'build'], { NODE_ENV: mode });
    const dist = join(folder, `dist-${mode}`);
    await rename(join(folder, 'dist'), dist);
    builds.push({ mode, dist });
  }
  return builds;
}

/** Writes the documentation's samples into the app's sources, so that their types are checked. */
async function copySamples({ sample }: Pick<App, 'sample'>, folder: string): Promise<void> {
  if (sample === undefined) return;
  const { page, language } = sample;
  const text = await readFile(join(PROJECT, page), 'utf8');
  const fences = new RegExp(`^\`\`\`${language}\\b.*\\n([^]*?)^\`\`\`$`, 'gm');
  const codes = [...text.matchAll(fences)];
  if (codes.length === 0) throw new Error(`${page} has no sample in ${language}.`);
  for (const [index, [, code = '']] of codes.entries()) {
    // A sample may name its file in its first line.
    const [, name = `Sample${index + 1}.${language}`] = /^\/\/ (\S+)\n/.exec(code) ?? [];
    const path = join(folder, sample.folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
  }
}
