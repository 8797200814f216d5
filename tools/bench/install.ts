import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startNpm } from '../npm.js';

const FOLDER = fileURLToPath(new URL('./', import.meta.url));

/** npm keeps in it what it installed. */
const INSTALLED = `${FOLDER}node_modules/.package-lock.json`;

/** Installs what the element is measured against, unless it is there: the exact versions of package-lock.json, and none of their scripts run. */
export async function installContestants(say: (step: string) => void): Promise<void> {
  if (existsSync(INSTALLED) && sameVersions()) return;
  say('installing what the element is measured against');
  const child = startNpm(['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: FOLDER,
    // Where results are expected there is nothing of npm's.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (exitCode !== 0) throw new InstallError(exitCode);
}

/** npm has said why; this says what it was about. */
export class InstallError extends Error {
  constructor(exitCode: number | null) {
    super(`tools/bench could not be installed: npm ci ended with ${exitCode}.`);
  }
}

/** The version of a package that is measured. */
export function versionOf(name: string): string {
  const manifest: unknown = JSON.parse(
    readFileSync(`${FOLDER}node_modules/${name}/package.json`, 'utf8'),
  );
  return (manifest as { version: string }).version;
}

function sameVersions(): boolean {
  const [wanted, installed] = [`${FOLDER}package-lock.json`, INSTALLED].map((file) => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
    return new Map(Object.entries(packages).map(([path, { version }]) => [path, version]));
  });
  return [...wanted!].every(([path, version]) => path === '' || installed!.get(path) === version);
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}
