/** Packs the package as it would be published. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { npm } from './npm.js';
import { PROJECT } from './project.js';

/** The fields of package.json that tools read. */
export interface PackageManifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export interface PackedPackage {
  readonly manifest: PackageManifest;
  /** Path of the tarball. */
  readonly tarball: string;
  /** Paths of the files in the package. */
  readonly files: readonly string[];
  /** Bytes of the tarball. */
  readonly size: number;
}

/** What `npm pack` prints. */
interface NpmPackResult {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
  readonly size: number;
}

/** A script tag up to its hash, and the script's path in `dist/cdn`. */
const TAG = /(src="https:\/\/[^/"]+\/([^"]+)"\s+integrity=")sha384-…/g;

/** A link or a picture in a page, and the source of an HTML picture. Not those of other hosts. */
const LINK = /(!?)\[([^\]]*)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)/g;
const SOURCE = /(<(?:img|source)\b[^>]*\bsrc(?:set)?=")(?!\w+:)([^"]+)/g;

/**
 * Packs the current `dist` into a file in a folder. Runs no scripts.
 *
 * @param repository - Address of the repository, for package.json and for links to files that are
 *   not in the package, and for `REPOSITORY`. Without it such a link becomes its text.
 */
export async function pack(folder: string, repository?: string): Promise<PackedPackage> {
  const content = join(folder, 'content');
  await writeContent(PROJECT, content, repository);
  const { filename, files, size } = await npmPack(content, '--pack-destination', folder);
  const manifest = await readFile(join(content, 'package.json'), 'utf8');
  return {
    manifest: JSON.parse(manifest) as PackageManifest,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
    size,
  };
}

/**
 * Copies the files of the package into a folder. Its pages get the hashes of its scripts, which
 * change with every build, and no link to a file that is not in the package.
 */
export async function writeContent(
  project: string,
  folder: string,
  repository?: string,
): Promise<void> {
  const packed = (await npmPack(project, '--dry-run')).files.map(({ path }) => path);
  for (const path of packed) await cp(join(project, path), join(folder, path));
  const integrity = await readFile(join(folder, 'dist', 'integrity.json'), 'utf8');
  const hashes = JSON.parse(integrity) as Readonly<Record<string, string>>;
  const manifestPath = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as PackageManifest;
  for (const path of packed.filter((path) => path.endsWith('.md'))) {
    const isElsewhere = (link: string): boolean => {
      const target = posix.join(posix.dirname(path), link);
      return !packed.some((each) => each === target || each.startsWith(`${target}/`));
    };
    const addressOf = (link: string): string =>
      `${repository}/raw/v${manifest.version}/${posix.join(posix.dirname(path), link)}`;
    const page = await readFile(join(folder, path), 'utf8');
    const whole = page
      .replaceAll('REPOSITORY', repository ?? 'REPOSITORY')
      .replace(LINK, (all: string, picture: string, text: string, link: string, anchor = '') => {
        if (!isElsewhere(link)) return all;
        if (repository === undefined) return text;
        const address = picture ? addressOf(link) : addressOf(link).replace('/raw/', '/blob/');
        return `${picture}[${text}](${address}${anchor})`;
      })
      .replace(SOURCE, (all, before: string, link: string) =>
        repository !== undefined && isElsewhere(link) ? before + addressOf(link) : all,
      );
    await writeFile(join(folder, path), withHashes(whole, hashes));
  }
  if (repository === undefined) return;
  const origin = {
    homepage: `${repository}#readme`,
    repository: { type: 'git', url: `git+${repository}.git` },
    bugs: `${repository}/issues`,
  };
  await writeFile(manifestPath, JSON.stringify({ ...manifest, ...origin }, null, 2));
}

/** Returns a page with the hash of the script in each tag, from `dist/integrity.json`. */
function withHashes(page: string, hashes: Readonly<Record<string, string>>): string {
  return page.replace(TAG, (_tag, upToHash: string, script: string) => {
    const hash = hashes[`cdn/${script}`];
    if (hash !== undefined) return upToHash + hash;
    throw new Error(`A page has a tag for ${script}, which is not built: correct its name.`);
  });
}

async function npmPack(folder: string, ...options: string[]): Promise<NpmPackResult> {
  const printed = await npm(folder, ['pack', '--json', '--ignore-scripts', ...options]);
  return (JSON.parse(printed) as [NpmPackResult])[0];
}
