/** The package as the samples meet it: built into memory alone, which leaves out the second minifier and its seconds. */
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rollup } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';
import { isCustomElement } from '../../../src/vue.js';
import {
  graphqlRequestMembers,
  graphqlRequestParts,
} from '../../../tools/build/graphql-request-parts.js';
import { PROJECT } from './samples.js';

/** Each file's content by its path below the folder that is built. */
export type Files = ReadonlyMap<string, string>;

/** The entries of the package, as a bundler finds them. */
export const ENTRIES = [
  ['set-card-pin', 'src/index.ts'],
  ['set-card-pin/element', 'src/element/set-card-pin-element.ts'],
  ['set-card-pin/react', 'src/react.ts'],
  ['set-card-pin/vue', 'src/vue.ts'],
  ['set-card-pin/locales/(.+)', 'src/locales/$1.ts'],
] as const;

/** The files of one of the package's builds, as vite.config.ts names them. */
export function buildPart(mode: 'script' | 'frame' | 'command'): Promise<Files> {
  return run({ mode });
}

/** Bundles modules that import the package, each by its file's name. */
export function bundle(modules: ReadonlyMap<string, string>): Promise<Files> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  return run({
    configFile: false,
    resolve: {
      alias: ENTRIES.map(([name, path]) => ({
        find: new RegExp(`^${name}$`),
        replacement: PROJECT + path,
      })),
    },
    plugins: [
      graphqlRequestParts(),
      graphqlRequestMembers(),
      {
        name: 'samples',
        resolveId: (id) => (modules.has(id) ? folder + id : undefined),
        load: (id) => {
          const code = id.startsWith(folder) ? modules.get(id.slice(folder.length)) : undefined;
          return code !== undefined && id.endsWith('.vue')
            ? { code: compiledVue(code, id) + MOUNT, moduleType: 'ts' }
            : code;
        },
      },
    ],
    build: {
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries([...modules.keys()].map((name) => [name, name])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
      },
    },
  });
}

/** What a single-file component becomes: the constant `Page`, and not an export. */
export function compiledVue(code: string, id: string, withTemplate = true): string {
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

async function run({ build: settings, ...config }: InlineConfig): Promise<Files> {
  const result = await build({
    root: PROJECT,
    logLevel: 'warn',
    ...config,
    build: { ...settings, write: false },
  });
  return new Map(
    ([result].flat() as readonly Rollup.RolldownOutput[])
      .flatMap(({ output }) => output)
      .map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]),
  );
}
