/** Checks the package itself: its version, its files and its entries. */
import { readFile } from 'node:fs/promises';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { npm, NpmError } from '../../npm.js';
import type { PackageManifest } from '../../pack.js';
import { PROJECT } from '../../project.js';

/** The version in every place that has it. */
export interface Versions {
  /** In package.json. */
  readonly version: string;
  /** In package-lock.json. */
  readonly locked: { readonly version?: string };
  readonly changelog: string;
  /** Tag of the release, if there is one. */
  readonly tag?: string | undefined;
}

export function versionFaults({ version, locked, changelog, tag }: Versions): string[] {
  const faults: string[] = [];
  if (locked.version !== version)
    faults.push(
      `package.json has version ${version}, but package-lock.json has ${locked.version}. Run npm install.`,
    );
  if (tag === undefined) return faults;
  if (tag !== `v${version}`)
    faults.push(
      `The tag is ${tag}, but package.json has version ${version}: expected v${version}.`,
    );
  const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}]`));
  if (heading === undefined)
    faults.push(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD". Add it.`);
  else if (!/ - \d{4}-\d\d-\d\d$/.test(heading))
    faults.push(`CHANGELOG.md: "${heading}" has no date. Add " - YYYY-MM-DD".`);
  return faults;
}

/** Files that the package may have. Add a pattern here for a new kind of file. */
const EXPECTED: readonly RegExp[] = [
  /^(README|CHANGELOG|SECURITY)\.md$|^LICENSE$|^package\.json$/,
  // The documentation, without its pictures.
  /^(docs\/([\w-]+\/)?[\w-]+|src\/node\/sandbox\/README)\.md$/,
  /^dist\/[\w-]+\.(js|js\.map|d\.ts)$/,
  /^dist\/(custom-elements|integrity|vscode\.html-custom-data|web-types)\.json$/,
  /^dist\/locales\/[\w-]+\.(js|d\.ts)$/,
  // Declarations that the entries import.
  /^dist\/(element\/(events|markup|properties|set-card-pin-element)|pin\/(digits|rule-names|rules))\.d\.ts$/,
  /^dist\/(messages\/catalogue|service\/(client-tokens?|reply)|set-pin\/outcome)\.d\.ts$/,
  /^dist\/cdn\/(set-card-pin(\.isolated)?\.js(\.map)?|locales\/[\w-]+\.js)$/,
  /^dist\/frame\/(index\.html|frame\.js(\.map)?)$/,
  /^dist\/node\/[\w-]+\.(js|graphql)$/,
  // Declarations of the sandbox and of the server half.
  /^dist\/node\/(sandbox|server)\/[\w-]+\.d\.ts$/,
  /^dist\/((cdn|frame|node)\/)?third-party-licenses\.md$/,
];

/** Fields of package.json that name a file. */
const PATH_FIELDS = ['main', 'module', 'types', 'unpkg', 'jsdelivr', 'customElements', 'web-types'];

/** Reports unexpected files, and files that package.json names but the package doesn't have. */
export function fileFaults(manifest: PackageManifest, files: readonly string[]): string[] {
  const unexpected = files.filter((file) => !EXPECTED.some((pattern) => pattern.test(file)));
  const named = [
    ...Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? entry : Object.values(entry),
    ),
    ...Object.values(manifest.bin),
    ...PATH_FIELDS.map((field) => String(manifest[field])),
  ];
  const missing = named.filter((path) => !files.some((file) => matches(file, path)));
  return [
    ...unexpected.map(
      (file) =>
        `${file} is in the package but not expected. If it belongs there, add it to EXPECTED in tools/check/release/package-faults.ts.`,
    ),
    ...missing.map((path) => `package.json names ${path}, which is not in the package.`),
  ];
}

function matches(file: string, path: string): boolean {
  const [before = '', after] = path.replace(/^\.\//, '').split('*');
  return after === undefined ? file === before : file.startsWith(before) && file.endsWith(after);
}

/** Returns all messages of publint, including its suggestions. */
export async function publintFaults(tarball: string): Promise<string[]> {
  const { buffer } = new Uint8Array(await readFile(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** Returns the errors of attw about the types. The package has no CommonJS on purpose. */
export async function attwFaults(tarball: string): Promise<string[]> {
  const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji'];
  try {
    await npm(PROJECT, ['exec', '--no', '--', 'attw', tarball, ...options]);
    return [];
  } catch (error) {
    if (error instanceof NpmError) return [error.message];
    throw error;
  }
}
