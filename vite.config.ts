import { fileURLToPath } from 'node:url';
import { defineConfig, type BuildEnvironmentOptions } from 'vite';
import { graphqlRequestParts } from './tools/graphql-request-parts.js';
import { LOCALES, localeScripts } from './tools/locales.js';
import { templateWhiteSpace } from './tools/template-white-space.js';

const inProject = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * For the development server and for the two builds of `npm run build`, which begins with the modules, as that empties
 * `dist`:
 *
 * - `vite build`: ES modules for bundlers. Lit stays outside, so that a page that has it loads it once;
 *   `graphql-request` goes in, as it would otherwise bring the whole of `graphql` with it.
 * - `vite build --mode script`: one file for a script tag, with everything inside, and one for each further language.
 */
export default defineConfig(({ mode }) => ({
  plugins: [
    graphqlRequestParts(),
    templateWhiteSpace(),
    ...(mode === 'script' ? [localeScripts()] : []),
  ],
  build: mode === 'script' ? scriptBuild : moduleBuild,
}));

const sharedSettings = {
  // Private names stay native: compiled to WeakMaps they could be read by who patches those.
  target: 'es2022',
  sourcemap: true,
  // The packages inside ask for their licence to be passed on.
  license: { fileName: 'third-party-licenses.md' },
} satisfies BuildEnvironmentOptions;

const moduleBuild: BuildEnvironmentOptions = {
  ...sharedSettings,
  outDir: 'dist',
  lib: {
    entry: {
      index: inProject('./src/index.ts'),
      element: inProject('./src/set-card-pin-element.ts'),
      ...Object.fromEntries(
        Object.keys(LOCALES).map((tag) => [`locales/${tag}`, inProject(`./src/locales/${tag}.ts`)]),
      ),
    },
    formats: ['es'],
  },
  rolldownOptions: {
    external: /^lit($|\/)/,
    output: {
      // Without it library builds in ES format keep their white space.
      minify: true,
      chunkFileNames: '[name].js',
    },
  },
};

const scriptBuild: BuildEnvironmentOptions = {
  ...sharedSettings,
  outDir: 'dist/cdn',
  emptyOutDir: true,
  lib: {
    entry: inProject('./tools/script-entry.ts'),
    // Runs as a classic script and as a module alike, and leaves no global variable behind.
    formats: ['iife'],
    name: 'unused',
    fileName: () => 'set-card-pin.js',
  },
  rolldownOptions: {
    // What it does on being loaded concerns `LitElement` alone, which the element does without and `lit` brings along.
    treeshake: { moduleSideEffects: [{ test: /\/lit-element\//, sideEffects: false }] },
    output: {
      minify: true,
      // Modules are strict, a classic script is not by itself; and what a sloppy function is called with, the page's
      // functions that it calls can read (`theirs.caller.arguments`).
      strict: true,
      // A classic script is read in the encoding of its page, unless it begins with a byte order mark.
      postBanner: '\uFEFF/*! set-card-pin, MIT; what is inside: third-party-licenses.md */',
    },
  },
};
