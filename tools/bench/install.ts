import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { npm } from '../npm.js';

const FOLDER = fileURLToPath(new URL('./', import.meta.url));

/** File in which npm lists the packages that it has installed. */
const INSTALLED = `${FOLDER}node_modules/.package-lock.json`;

/**
 * Installs the contestants, without running their install scripts. Does nothing if the versions of
 * package-lock.json are already installed.
 */
export async function installContestants(say: (step: string) => void): Promise<void> {
  if (existsSync(INSTALLED) && isUpToDate()) return;
  say('installing the contestants into tools/bench');
  await npm(FOLDER, ['ci', '--ignore-scripts', '--loglevel=error']);
}

/** Returns the version of an installed package. */
export function versionOf(name: string): string {
  const manifest: unknown = JSON.parse(
    readFileSync(`${FOLDER}node_modules/${name}/package.json`, 'utf8'),
  );
  return (manifest as { version: string }).version;
}

function isUpToDate(): boolean {
  const [wanted, installed] = [`${FOLDER}package-lock.json`, INSTALLED].map((file) => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
    return new Map(Object.entries(packages).map(([path, { version }]) => [path, version]));
  });
  return [...wanted!].every(([path, version]) => path === '' || installed!.get(path) === version);
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}
