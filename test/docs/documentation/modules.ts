/**
 * Makes modules for a browser from samples. Imports of the package become imports of its sources.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileScript, parse } from 'vue/compiler-sfc';
import { isCustomElement } from '../../../src/vue.js';
import { graphqlRequestParts } from '../../../tools/build/graphql-request-parts.js';
import { PROJECT } from '../../../tools/project.js';
import { buildInMemory, type BuiltFiles } from '../../support/builds.js';
import type { Sample } from './samples.js';

/** Entries of the package, as patterns, and their sources. */
export const ENTRIES = [
  ['set-card-pin', 'src/index.ts'],
  ['set-card-pin/element', 'src/element.ts'],
  ['set-card-pin/testing', 'src/testing.ts'],
  ['set-card-pin/react', 'src/react.ts'],
  ['set-card-pin/vue', 'src/vue.ts'],
  ['set-card-pin/locales/(.+)', 'src/locales/$1.ts'],
] as const;

/** Languages of modules that have types. */
const TYPED = ['ts', 'tsx', 'vue'];

export function isTyped(sample: Sample): boolean {
  const { language, options } = sample;
  return (TYPED.includes(language) && options.as === undefined) || isModule(sample);
}

/** Returns true for `client-token.ts`, which samples of several pages import. */
export function isModule({ language, options }: Sample): boolean {
  return language === 'ts' && options.as === 'module';
}

/** Returns true if a browser can't run a module as it is. */
export function needsBundler(sample: Sample): boolean {
  const { language, options, code } = sample;
  const isScript = language === 'js' && options.as === undefined;
  return isTyped(sample) || (isScript && /^import /m.test(code));
}

/** Returns a file name for a module. */
export function moduleName(sample: Sample): string {
  if (isModule(sample)) return 'client-token.ts';
  const { place, language } = sample;
  return `${place.replaceAll(/\W+/g, '-')}.${language}`;
}

/** Bundles modules. Each output has the name of its module, plus `.js`. */
export function bundle(samples: readonly Sample[]): Promise<BuiltFiles> {
  // Their imports are resolved from here.
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const codes = new Map(samples.map((each) => [folder + moduleName(each), withElement(each.code)]));
  return buildInMemory({
    configFile: false,
    resolve: {
      alias: ENTRIES.map(([name, path]) => ({
        find: new RegExp(`^${name}$`),
        replacement: join(PROJECT, path),
      })),
    },
    plugins: [
      graphqlRequestParts(),
      {
        name: 'samples',
        resolveId: (id) => [id, `${join(folder, id)}.ts`].find((path) => codes.has(path)),
        load: (id) => {
          const code = codes.get(id);
          return code !== undefined && id.endsWith('.vue')
            ? { code: compileVue(code, id) + MOUNT, moduleType: 'ts' }
            : code;
        },
      },
    ],
    build: {
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries([...codes.keys()].map((id) => [id.slice(folder.length), id])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
      },
    },
  });
}

/** Adds an import of the element to a module that has none. */
function withElement(code: string): string {
  const hasElement = /^import (?!type )[^;]*'set-card-pin(\/react)?'/m.test(code);
  return hasElement || code.startsWith('<') ? code : `import 'set-card-pin';\n${code}`;
}

/** Compiles a single-file component to a module with the constant `Page`. */
export function compileVue(code: string, id: string, withTemplate = true): string {
  const { descriptor, errors } = parse(code, { filename: id });
  if (errors.length > 0) throw errors[0]!;
  return compileScript(descriptor, {
    id,
    genDefaultAs: 'Page',
    inlineTemplate: withTemplate,
    templateOptions: { compilerOptions: { isCustomElement } },
  }).content;
}

const MOUNT = `
import { createApp } from 'vue';
createApp(Page, { cardId: 'card_123' }).mount('#root');
`;
