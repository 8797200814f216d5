import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from '../../npm.js';

/** What is read of package.json. */
export interface PackageManifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** The package as it would be published. */
export interface Packed {
  readonly manifest: PackageManifest;
  readonly tarball: string;
  /** The paths in it. */
  readonly files: readonly string[];
  /** In bytes, packed. */
  readonly size: number;
}

/** Packs the project into a folder, without running a script of its own. */
export async function pack(project: string, folder: string): Promise<Packed> {
  const printed = await npm(project, [
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    folder,
  ]);
  const [{ filename, files, size }] = JSON.parse(printed) as [
    { filename: string; files: { path: string }[]; size: number },
  ];
  return {
    manifest: JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as PackageManifest,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
    size,
  };
}
