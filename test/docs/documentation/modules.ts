/** Checks the types of samples that are modules, and bundles them for a page. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';
import { promisify } from 'node:util';
import { compileScript, parse as parseVue } from 'vue/compiler-sfc';
import { isCustomElement } from '../../../src/vue.js';
import { graphqlRequestParts } from '../../../tools/build/graphql-request-parts.js';
import { PROJECT } from '../../../tools/project.js';
import { buildInMemory, writeFiles, type BuiltFiles } from '../../support/builds.js';
import type { Sample } from './samples.js';

/** Returns true for `client-token.ts`, which samples of several pages import. */
export function isModule({ language, options }: Sample): boolean {
  return language === 'ts' && options.as === 'module';
}

/** Returns true if a browser can't run a module as it is. */
export function needsBundler(sample: Sample): boolean {
  const { language, options, code } = sample;
  if (options.as !== undefined) return isModule(sample);
  return ['ts', 'tsx', 'vue'].includes(language) || (language === 'js' && /^import /m.test(code));
}

/** Globals of the pages that run samples. */
const GLOBALS = `
import { SetCardPinElement, type ClientToken } from 'set-card-pin';
declare global {
  const element: SetCardPinElement;
  function fetchClientToken(): Promise<ClientToken>;
}`;

const COMPILER_OPTIONS = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  types: [],
  strict: true,
  noImplicitReturns: true,
  experimentalDecorators: true,
  useDefineForClassFields: false,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
  paths: {
    'set-card-pin': [`${PROJECT}src/index.ts`],
    'set-card-pin/*': [`${PROJECT}src/*.ts`],
  },
};

const MOUNT = `
import { createApp } from 'vue';
createApp(Page, { cardId: 'card_123' }).mount('#root');
`;

/**
 * Writes the modules into a folder from which packages are found, and bundles them.
 *
 * @returns the bundles by {@link bundleName}, and what the compiler says of the types
 */
export async function bundle(
  samples: readonly Sample[],
  folder: string,
): Promise<{ readonly files: BuiltFiles; readonly errors: string }> {
  const modules = samples.flatMap((sample): readonly (readonly [string, string])[] => {
    const { language, code } = sample;
    const name = moduleName(sample);
    if (language !== 'vue') return [[name, withElement(code)]];
    // Only vue-tsc can check a template.
    return [
      [name, compileVue(code, name, true) + MOUNT],
      [`types-of-${name}`, compileVue(code, name, false)],
    ];
  });
  const isChecked = (name: string): boolean => !name.endsWith('.js') && !name.startsWith('vue-');
  const tsconfig = {
    compilerOptions: COMPILER_OPTIONS,
    files: [
      'globals.ts',
      `${PROJECT}src/css.d.ts`,
      ...modules.map(([name]) => name).filter(isChecked),
    ],
  };
  await writeFiles(
    folder,
    new Map([...modules, ['globals.ts', GLOBALS], ['tsconfig.json', JSON.stringify(tsconfig)]]),
  );
  const [errors, files] = await Promise.all([
    typeErrors(folder),
    buildInMemory({
      configFile: false,
      resolve: {
        alias: [
          { find: /^set-card-pin$/, replacement: join(PROJECT, 'src/index.ts') },
          { find: /^set-card-pin\/(.+)$/, replacement: join(PROJECT, 'src/$1.ts') },
        ],
      },
      plugins: [graphqlRequestParts()],
      build: {
        target: 'es2022',
        minify: false,
        rolldownOptions: {
          input: samples.map((sample) => join(folder, moduleName(sample))),
          output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
        },
      },
    }),
  ]);
  return { files, errors };
}

/** Returns the name of the bundle with a module. */
export function bundleName(sample: Sample): string {
  return `${parse(moduleName(sample)).name}.js`;
}

function moduleName(sample: Sample): string {
  if (isModule(sample)) return 'client-token.ts';
  const { place, language } = sample;
  const name = place.replaceAll(/\W+/g, '-');
  return language === 'vue' ? `vue-${name}.ts` : `${name}.${language}`;
}

async function typeErrors(folder: string): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve('@typescript/native/package.json');
  const tsc = join(dirname(manifest), 'bin', 'tsc');
  const checked = promisify(execFile)(process.execPath, [tsc, '-p', folder, '--pretty', 'false']);
  return checked.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

/** Adds an import of the element to a module that has none. */
function withElement(code: string): string {
  const hasElement = /^import (?!type )[^;]*'set-card-pin(\/react)?'/m.test(code);
  return hasElement ? code : `import 'set-card-pin';\n${code}`;
}

/** Compiles a single-file component to a module with the constant `Page`. */
function compileVue(code: string, id: string, inlineTemplate: boolean): string {
  const { descriptor, errors } = parseVue(code, { filename: id });
  if (errors.length > 0) throw errors[0]!;
  return compileScript(descriptor, {
    id,
    genDefaultAs: 'Page',
    inlineTemplate,
    templateOptions: { compilerOptions: { isCustomElement } },
  }).content;
}
