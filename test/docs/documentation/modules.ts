/** Checks the types of samples that are modules, and bundles them for a page. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../../tools/project.js';
import { buildInMemory, writeFiles, type BuiltFiles } from '../../support/builds.js';
import type { Sample } from './samples.js';

/** Returns true if a browser can't run a module as it is. */
export function needsBundler({ language, options, code }: Sample): boolean {
  if (options.as !== undefined) return false;
  return ['ts', 'tsx'].includes(language) || (language === 'js' && /^import /m.test(code));
}

/** Globals of the pages that run samples. */
const GLOBALS = `
import { SetCardPinElement, type ClientToken } from 'set-card-pin';
declare global {
  const element: SetCardPinElement;
  function fetchClientToken(): Promise<ClientToken>;
}`;

/** Options that a reader's project may set differently from this project. */
const COMPILER_OPTIONS = {
  ...{ jsx: 'react-jsx', types: [], verbatimModuleSyntax: false },
  ...{ noUnusedLocals: false, noUnusedParameters: false },
};

/**
 * Writes the modules into a folder from which packages are found, and bundles them.
 *
 * @returns the bundles by {@link bundleName}, and the compiler's type errors
 */
export async function bundle(
  samples: readonly Sample[],
  folder: string,
): Promise<{ readonly files: BuiltFiles; readonly errors: string }> {
  const files = new Map(samples.map((sample) => [moduleName(sample), withElement(sample.code)]));
  const names = [...files.keys()];
  const tsconfig = {
    extends: `${PROJECT}tsconfig.json`,
    compilerOptions: COMPILER_OPTIONS,
    files: [...names.filter((name) => !name.endsWith('.js')), 'globals.ts'],
    include: [],
  };
  files.set('globals.ts', GLOBALS).set('tsconfig.json', JSON.stringify(tsconfig));
  await writeFiles(folder, files);
  const built = await buildInMemory({
    configFile: false,
    build: {
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: names.map((name) => join(folder, name)),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
      },
    },
  });
  const tsc = join(PROJECT, 'node_modules/.bin/tsc');
  const errors = await promisify(execFile)(tsc, ['-p', folder, '--pretty', 'false']).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
  return { files: built, errors };
}

/** Returns the name of the bundle with a module. */
export function bundleName(sample: Sample): string {
  return moduleName(sample).replace(/\.\w+$/, '.js');
}

function moduleName(sample: Sample): string {
  return `${sample.place.replaceAll(/\W+/g, '-')}.${sample.language}`;
}

/** Adds an import of the element to a module that has none. */
function withElement(code: string): string {
  const hasElement = /^import (?!type )[^;]*'set-card-pin(\/react)?'/m.test(code);
  return hasElement ? code : `import 'set-card-pin';\n${code}`;
}
