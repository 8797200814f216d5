/** Packs the package as it would be published. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from './npm.js';
import { PROJECT } from './project.js';

/** The fields of package.json that tools read. */
export interface PackageManifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
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

/** Packs the current `dist` into a file in a folder, without running scripts. */
export async function pack(folder: string): Promise<PackedPackage> {
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename, files, size }] = JSON.parse(await npm(PROJECT, ['pack', ...options])) as [
    { filename: string; files: { path: string }[]; size: number },
  ];
  const manifest = await readFile(join(PROJECT, 'package.json'), 'utf8');
  return {
    manifest: JSON.parse(manifest) as PackageManifest,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
    size,
  };
}
