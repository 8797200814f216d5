/** Checks an empty project that installs the package, as its users do. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { npm, NpmError } from '../../npm.js';
import type { PackedPackage } from '../../pack.js';
import { PROJECT } from '../../project.js';

/** Users of the package: without a framework, or with React, Preact and Vue. */
export type User = 'no-framework' | 'frameworks';

/** Packages of this user, in the versions of this project. */
const FRAMEWORKS = ['react', '@types/react', 'vue'];

/** This project doesn't use it. */
const PREACT = 'preact@11.2.0';

/** Entries for frameworks. */
const FRAMEWORK_ENTRIES = ['./jsx', './react', './svelte', './vue'];

/** The code of each user. */
const CODE: Readonly<Record<User, readonly string[]>> = {
  'no-framework': ['no-framework.mts'],
  // The code in jsx.tsx is that of both.
  frameworks: ['frameworks.mts', 'react.tsx', 'preact.tsx'],
};

/** Milliseconds for the imports, and for the commands. */
const LIMIT = 60_000;

/** Globals that Lit sets, and the registry that it adds in Node. */
const LIT_GLOBALS = /^(lit|reactive)\w*(Versions|Metadata)$|^(litServerRoot|customElements)$/;

/** Imports entries and prints the globals that they leave behind. */
const IMPORT = `
const before = Object.getOwnPropertyNames(globalThis);
for (const entry of process.argv.slice(1)) await import(entry);
const added = Object.getOwnPropertyNames(globalThis).filter(
  (name) => !before.includes(name) && !${LIT_GLOBALS}.test(name),
);
if (added.length > 0) console.log('leaves global variables: ' + added);
`;

/** Installs the package, imports its entries in Node, type-checks code and runs the commands. */
export async function consumerFaults(
  packed: PackedPackage,
  folder: string,
  user: User,
): Promise<string[]> {
  const { manifest, tarball } = packed;
  const packages =
    user === 'no-framework'
      ? []
      : [PREACT, ...FRAMEWORKS.map((name) => `${name}@${manifest.devDependencies[name]}`)];
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  try {
    await npm(folder, ['install', '--prefix', folder, ...options, tarball, ...packages]);
  } catch (error) {
    if (error instanceof NpmError) return [error.message];
    throw error;
  }
  const entries = moduleEntries(packed, user);
  const imports = await Promise.all(entries.map((group) => importFaults(folder, group)));
  return [
    ...imports.flat(),
    ...(await typeFaults(folder, user, entries.flat())),
    ...(user === 'no-framework' ? await commandFaults(folder) : []),
  ];
}

/** Runs the commands of the package, and the sandbox from code. */
async function commandFaults(folder: string): Promise<string[]> {
  const script = join(folder, 'commands.mjs');
  await copyFile(`${PROJECT}tools/check/release/consumer/commands.mjs`, script);
  return printedFaults(folder, [script], 'the commands');
}

/**
 * Returns the entries that this user imports. Those for script tags and frames aren't modules and
 * are left out. Entries that share a pattern form a group.
 */
function moduleEntries({ manifest, files }: PackedPackage, user: User): string[][] {
  return Object.entries(manifest.exports).flatMap(([path, entry]) => {
    if (typeof entry === 'string') return [];
    if (FRAMEWORK_ENTRIES.includes(path) !== (user === 'frameworks')) return [];
    const name = path.replace('.', 'set-card-pin');
    if (!name.includes('*')) return [[name]];
    const [before = '', after = ''] = (entry['default'] ?? '').slice(2).split('*');
    return [
      files
        .filter((file) => file.startsWith(before) && file.endsWith(after))
        .map((file) => name.replace('*', file.slice(before.length, -after.length))),
    ];
  });
}

/**
 * Imports entries together in Node. They must print nothing, leave no globals, and let Node exit.
 */
async function importFaults(folder: string, entries: readonly string[]): Promise<string[]> {
  const args = ['--input-type=module', '--eval', IMPORT, ...entries];
  return printedFaults(folder, args, entries.join(', '));
}

/** Runs Node, which must print nothing and end. */
async function printedFaults(
  folder: string,
  args: readonly string[],
  subject: string,
): Promise<string[]> {
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      args,
      // Leaves out the variables that npm and tsx set.
      { cwd: folder, timeout: LIMIT, env: { PATH: process.env['PATH'] } },
    );
    const printed = (stdout + stderr).trim();
    return printed === '' ? [] : [`${subject}: ${printed}`];
  } catch (error) {
    const { killed, stdout, stderr, message } = error as Error & {
      killed?: boolean;
      stdout: string;
      stderr: string;
    };
    const reason = `${stdout}${stderr}`.trim() || message;
    return [
      `${subject}: ${killed ? 'keeps Node running. Does it leave a timer or a socket open?' : reason}`,
    ];
  }
}

/**
 * Declarations of the compiler and of other packages. To check those of React, Preact and Vue takes
 * most of the time, and their faults are not ours.
 */
const OTHER_DECLARATIONS = /\/node_modules\/(?!set-card-pin\/)/;

const RESOLUTIONS = {
  nodenext: { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  // `"moduleResolution": "node"` in many older projects. It reads `typesVersions`.
  node10: {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    ignoreDeprecations: '6.0',
  },
};

/** Type-checks the user's code and an import of each entry, with each module resolution. */
async function typeFaults(
  folder: string,
  user: User,
  entries: readonly string[],
): Promise<string[]> {
  const imports = join(folder, 'imports.mts');
  const code = CODE[user].map((name) => join(folder, name));
  for (const [at, name] of CODE[user].entries()) {
    const source = name.replace(/^p?react/, 'jsx');
    const text = await readFile(`${PROJECT}tools/check/release/consumer/${source}`, 'utf8');
    await writeFile(
      code[at]!,
      name === 'preact.tsx' ? text.replaceAll(/\breact\b/g, 'preact') : text,
    );
  }
  await writeFile(imports, entries.map((entry) => `import '${entry}';\n`).join(''));
  return Object.entries(RESOLUTIONS).flatMap(([name, resolution]) => {
    const options: ts.CompilerOptions = {
      ...resolution,
      // The compiler checks declarations. With `true` it would find less, never more.
      skipLibCheck: false,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      types: [],
      jsx: ts.JsxEmit.ReactJSX,
    };
    const program = ts.createProgram([...code, imports], options, hostIn(folder, options));
    const faults = program
      .getSourceFiles()
      .filter(({ fileName }) => !OTHER_DECLARATIONS.test(fileName))
      .flatMap((file) => ts.getPreEmitDiagnostics(program, file));
    return ts.sortAndDeduplicateDiagnostics(faults).map((fault) => `${name}: ${textOf(fault)}`);
  });
}

const libraries = new Map<string, ts.SourceFile | undefined>();

/**
 * Creates a host that parses the compiler's own declarations only once. It saves most of the time.
 */
function hostIn(folder: string, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getCurrentDirectory = () => folder;
  host.getSourceFile = (path, ...rest) => {
    if (!/\/typescript\/lib\/lib\./.test(path)) return read(path, ...rest);
    if (!libraries.has(path)) libraries.set(path, read(path, ...rest));
    return libraries.get(path);
  };
  return host;
}

function textOf({ file, start = 0, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  if (file === undefined) return text;
  const { line } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName}:${line + 1}: ${text}`;
}
