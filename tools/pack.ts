/** Packs the package as it would be published. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { npm } from './npm.js';
import { PROJECT } from './project.js';

/** The output of `npm pack`. */
interface NpmPackResult {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** A script tag up to its hash, and the script's path in `dist/cdn`. */
const TAG = /(src="https:\/\/[^/"]+\/([^"]+)"\s+integrity=")sha384-…/g;

/** The target of a link or a picture, unless it is on another host or in the same page. */
const TARGET = /(\]\(|\b(?:src|srcset)=")(?!\w+:|#)([^)"#\s]+)/g;

/** The sources of `dist`. */
export const SOURCES = 'src tools/build vite.config.ts package.json package-lock.json'.split(' ');

/** Builds `dist` if one of its sources is newer. */
export async function ensureBuild(): Promise<void> {
  // A build writes this file last. Without it, `find` fails.
  const search = [...SOURCES, '-newer', 'dist/integrity.json'];
  const { status, stdout } = spawnSync('find', search, { cwd: PROJECT });
  if (status !== 0 || stdout.length > 0) await npm(PROJECT, ['run', 'build']);
}

/**
 * Packs the package into a file in a folder, and builds it first if it is out of date. Returns the
 * tarball's path.
 */
export async function buildAndPack(folder: string, repository?: string): Promise<string> {
  await ensureBuild();
  const content = join(folder, 'content');
  await writeContent(content, repository);
  const { filename } = await npmPack(content, '--pack-destination', folder);
  return join(folder, filename);
}

/**
 * Copies the package's files into a folder. Writes the scripts' hashes, which change with every
 * build, into its pages.
 *
 * @param repository - The repository's address, for package.json and for links
 *   to files that are not in the package.
 */
export async function writeContent(folder: string, repository?: string): Promise<void> {
  const packed = (await npmPack(PROJECT, '--dry-run')).files.map(({ path }) => path);
  for (const path of packed) await cp(join(PROJECT, path), join(folder, path));
  const integrity = await readFile(join(folder, 'dist', 'integrity.json'), 'utf8');
  const hashes = JSON.parse(integrity) as Readonly<Record<string, string>>;
  for (const path of packed.filter((path) => path.endsWith('.md'))) {
    let page = (await readFile(join(folder, path), 'utf8')).replace(
      TAG,
      (_tag, upToHash: string, script: string) => {
        const hash = hashes[`cdn/${script}`];
        if (hash !== undefined) return upToHash + hash;
        throw new Error(`A page has a tag for ${script}, which is not built. Correct its name.`);
      },
    );
    if (repository !== undefined)
      page = page.replace(TARGET, (all, before: string, link: string) => {
        const target = posix.join(posix.dirname(path), link);
        if (packed.some((each) => each === target || each.startsWith(`${target}/`))) return all;
        // In a sample, the path may belong to something else.
        if (!existsSync(join(PROJECT, target))) return all;
        const kind = target.endsWith('.png') ? 'raw' : 'blob';
        return `${before}${repository}/${kind}/v${manifest.version}/${target}`;
      });
    await writeFile(join(folder, path), page);
  }
  if (repository === undefined) return;
  const origin = {
    homepage: `${repository}#readme`,
    repository: { type: 'git', url: `git+${repository}.git` },
    bugs: `${repository}/issues`,
  };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, ...origin }, null, 2),
  );
}

async function npmPack(folder: string, ...options: string[]): Promise<NpmPackResult> {
  const printed = await npm(folder, ['pack', '--json', '--ignore-scripts', ...options]);
  return (JSON.parse(printed) as [NpmPackResult])[0];
}
