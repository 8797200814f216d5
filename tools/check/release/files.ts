import type { PackageManifest } from './packed.js';

/** Whatever may be in the package; a file that is none of these was made by mistake, or has to be thought of here. */
const EXPECTED: readonly RegExp[] = [
  /^(README|CHANGELOG)\.md$|^LICENSE$|^package\.json$/,
  /^dist\/[\w-]+\.(js|js\.map|d\.ts)$/,
  /^dist\/(custom-elements|integrity|vscode\.html-custom-data|web-types)\.json$/,
  /^dist\/locales\/[\w-]+\.(js|d\.ts)$/,
  // What the entries' declarations lead to.
  /^dist\/(element\/(events|properties|set-card-pin-element)|pin\/(digits|rules))\.d\.ts$/,
  /^dist\/(messages\/catalogue|service\/(client-tokens|reply)|set-pin\/outcome)\.d\.ts$/,
  /^dist\/cdn\/(set-card-pin\.js(\.map)?|locales\/[\w-]+\.js)$/,
  /^dist\/frame\/(index\.html|frame\.js(\.map)?)$/,
  /^dist\/command\/set-card-pin-frame\.js$/,
  /^dist\/((cdn|frame)\/)?third-party-licenses\.md$/,
];

/** Fields of package.json that name a file. */
const NAMING = ['main', 'module', 'types', 'unpkg', 'jsdelivr', 'customElements', 'web-types'];

/** What is in the package and nobody's, and what package.json names and is not in it. */
export function fileFaults(manifest: PackageManifest, files: readonly string[]): string[] {
  const superfluous = files
    .filter((file) => !EXPECTED.some((pattern) => pattern.test(file)))
    .map(
      (file) =>
        `${file} is in the package, and nobody’s: tools/check/release/files.ts says what may be.`,
    );
  const named = [
    ...Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? entry : Object.values(entry),
    ),
    ...Object.values(manifest.bin),
    ...NAMING.map((field) => String(manifest[field])),
  ];
  const missing = named
    .filter((path) => !files.some((file) => isNamed(file, path)))
    .map((path) => `package.json names ${path}, which is not in the package.`);
  return [...superfluous, ...missing];
}

function isNamed(file: string, path: string): boolean {
  const [before = '', after] = path.replace(/^\.\//, '').split('*');
  return after === undefined ? file === before : file.startsWith(before) && file.endsWith(after);
}
