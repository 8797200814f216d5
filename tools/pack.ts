/** Packs the package as it would be published. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/**
 * Packs the current `dist`, with its hashes in the documentation, into a file in a folder. Runs no
 * scripts.
 */
export async function pack(folder: string): Promise<PackedPackage> {
  const content = join(folder, 'content');
  await writeContent(PROJECT, content);
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
 * Copies the files of the package into a folder, with the hashes of its scripts in its pages. In a
 * project the pages have none, because they change with every build.
 */
export async function writeContent(project: string, folder: string): Promise<void> {
  const { files } = await npmPack(project, '--dry-run');
  for (const { path } of files) await cp(join(project, path), join(folder, path));
  const integrity = await readFile(join(folder, 'dist', 'integrity.json'), 'utf8');
  const hashes = JSON.parse(integrity) as Readonly<Record<string, string>>;
  for (const { path } of files.filter(({ path }) => path.endsWith('.md'))) {
    const page = join(folder, path);
    await writeFile(page, withHashes(await readFile(page, 'utf8'), hashes));
  }
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
