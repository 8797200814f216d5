/** Checks the package in projects that install it, as its users' projects do. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { install } from '../../npm.js';
import { PROJECT } from '../../project.js';

/** npm options for a project whose package.json stays as it is. */
const OPTIONS = ['--no-save', '--ignore-scripts'];

/** Runs Node in a folder. Returns everything that it prints, or why it failed. */
function run(folder: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    // Leaves out the variables that npm and tsx set.
    const options = { cwd: folder, timeout: 180_000, env: { PATH: process.env['PATH'] } };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const reason = error?.killed ? 'Node keeps running. Is a timer left open?' : error?.message;
      resolve(`${stdout}${stderr}`.trim() || (reason ?? ''));
    });
  });
}

/** Checks an empty project: the package's imports in Node, its types, and its commands. */
export async function checkEmptyProject(tarball: string, folder: string): Promise<string[]> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await install(folder, ...OPTIONS, tarball);
  await cp(join(import.meta.dirname, 'consumer'), folder, { recursive: true });
  const commands = await run(folder, 'commands.mjs');
  return [
    ...(await checkEntries(folder, false, ['no-framework.mts'])),
    ...(commands ? [`the commands: ${commands}`] : []),
  ];
}

/** Checks React, Preact and Vue in the same project. We don't depend on Preact ourselves. */
export async function checkFrameworks(tarball: string, folder: string): Promise<string[]> {
  const { react, '@types/react': types, vue } = packageJson.devDependencies;
  const versions = [`react@${react}`, `@types/react@${types}`, `vue@${vue}`];
  await install(folder, ...OPTIONS, tarball, 'preact@11.2.0', ...versions);
  const jsx = await readFile(join(folder, 'jsx.tsx'), 'utf8');
  await writeFile(join(folder, 'preact.tsx'), jsx.replaceAll(/\breact\b/g, 'preact'));
  return checkEntries(folder, true, ['frameworks.mts', 'jsx.tsx', 'preact.tsx']);
}

/** Entries for frameworks. */
const FRAMEWORK_ENTRIES = ['./isolated/react', './jsx', './react', './svelte', './vue'];

/** Globals that Lit sets, and the registry that it adds in Node. */
const LIT_GLOBALS = /^(lit|reactive)\w*(Versions|Metadata)$|^(litServerRoot|customElements)$/;

/** Imports an entry and prints the globals that it leaves behind. */
const IMPORT = `
const before = Object.getOwnPropertyNames(globalThis);
await import(process.argv[1]);
const added = Object.getOwnPropertyNames(globalThis).filter(
  (name) => !before.includes(name) && !${LIT_GLOBALS}.test(name),
);
if (added.length > 0) console.log('leaves global variables: ' + added);
`;

/** Checks that entries print nothing and let Node exit, and the types of code that uses them. */
async function checkEntries(
  folder: string,
  areForFrameworks: boolean,
  code: readonly string[],
): Promise<string[]> {
  const entries = Object.entries(packageJson.exports)
    .filter(([path]) => FRAMEWORK_ENTRIES.includes(path) === areForFrameworks)
    // Those for script tags and frames aren't modules.
    .filter(([, entry]) => typeof entry !== 'string')
    .map(([path]) => path.replace('.', 'set-card-pin').replace('*', 'de'));
  const faults = await Promise.all(
    entries.map(async (entry) => {
      const printed = await run(folder, '--input-type=module', '--eval', IMPORT, entry);
      return printed && `${entry}: ${printed}`;
    }),
  );
  const imports = entries.map((entry) => `import '${entry}';\n`);
  await writeFile(join(folder, 'imports.mts'), imports.join(''));
  return [...faults.filter(Boolean), ...(await typeFaults(folder, [...code, 'imports.mts']))];
}

const RESOLUTIONS = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
  // The resolution of many older projects, which reads `typesVersions`.
  node10: { module: 'esnext', moduleResolution: 'node10', ignoreDeprecations: '6.0' },
};

/** Faults in the declarations of other packages, with their indented details, are not ours. */
const OTHER_PACKAGE = /^(node_modules\/(?!set-card-pin\/)|\s)/;

/** Checks types with each module resolution. */
async function typeFaults(folder: string, files: readonly string[]): Promise<string[]> {
  const results = Object.entries(RESOLUTIONS).map(async ([name, resolution]) => {
    const compilerOptions = {
      ...resolution,
      // The compiler checks declarations. With `true` it would find less, never more.
      skipLibCheck: false,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'es2022',
      types: [],
      jsx: 'react-jsx',
    };
    await writeFile(join(folder, `${name}.json`), JSON.stringify({ compilerOptions, files }));
    // The native compiler takes a tenth of the time, but lacks `node10`.
    const tsc = join(PROJECT, 'node_modules/.bin', name === 'node10' ? 'tsc6' : 'tsc');
    const printed = await run(folder, tsc, '-p', `${name}.json`, '--pretty', 'false');
    const lines = printed.split('\n').filter((line) => line !== '' && !OTHER_PACKAGE.test(line));
    return lines.map((line) => `${name}: ${line}`);
  });
  return (await Promise.all(results)).flat();
}
