import { fileURLToPath } from 'node:url';
import { defineConfig, type BuildEnvironmentOptions } from 'vite';
import { frameDocument, sandboxSchemas } from './tools/build/copied-files.js';
import { graphqlRequestParts } from './tools/build/graphql-request-parts.js';
import { litParts } from './tools/build/lit-parts.js';
import { LOCALE_TAGS, localeScripts } from './tools/build/locales.js';
import { minifiedAgain } from './tools/build/minified-again.js';

const inProject = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Settings for the development server, and for the builds that `tools/build/main.ts` runs one by
 * one. The modules come first, because that build empties `dist`:
 *
 * - `vite build`: ES modules for bundlers. Lit and React are not included, so that a page that
 *   already has them loads them once. `graphql-request` is included, because as a dependency it
 *   would bring all of `graphql` with it.
 * - `vite build --mode script`: one file for a script tag, with everything included, and one for
 *   each additional language.
 * - `vite build --mode script.isolated`: a file with isolated mode only.
 * - `vite build --mode frame`: the frame page of isolated mode, a folder to serve from its own
 *   origin.
 * - `vite build --mode node`: the code for Node, with the command `set-card-pin`, the backend route
 *   and the sandbox for tests. `graphql` is included, so that the package doesn't depend on it.
 */
export default defineConfig(({ mode }) => ({
  plugins: [
    graphqlRequestParts(),
    // A classic script is read in its page's encoding.
    ...(mode.startsWith('script') ? [litParts(), minifiedAgain(true)] : []),
    ...(mode === 'script' ? [localeScripts()] : []),
    ...(mode === 'frame' ? [litParts(), minifiedAgain(false), frameDocument()] : []),
    ...(mode === 'node' ? [sandboxSchemas()] : []),
  ],
  // `Features.LightDark`, because the replacement needs a `color-scheme` in the same style sheet.
  css: { lightningcss: { exclude: 1 << 20 } },
  ssr: { noExternal: ['graphql'] },
  build: mode.startsWith('script')
    ? scriptBuild(mode.slice('script'.length))
    : ({ frame: frameBuild, node: nodeBuild }[mode] ?? moduleBuild),
}));

const sharedSettings = {
  // Private names stay native. A page could read names that are compiled to WeakMaps, by patching
  // `WeakMap`.
  target: 'es2022',
  // The oldest browsers in docs/reference.md. Not all of them support nested rules.
  cssTarget: ['chrome109', 'firefox115', 'safari16.4'],
  cssMinify: true,
  sourcemap: true,
  // The licences of the included packages must be published with their code.
  license: { fileName: 'third-party-licenses.md' },
} satisfies BuildEnvironmentOptions;

const moduleBuild: BuildEnvironmentOptions = {
  ...sharedSettings,
  outDir: 'dist',
  lib: {
    entry: {
      index: inProject('./src/index.ts'),
      isolated: inProject('./src/isolated.ts'),
      element: inProject('./src/element.ts'),
      'isolated/element': inProject('./src/isolated-element.ts'),
      'isolated/react': inProject('./src/isolated-react.ts'),
      jsx: inProject('./src/jsx.ts'),
      react: inProject('./src/react.ts'),
      svelte: inProject('./src/svelte.ts'),
      testing: inProject('./src/testing.ts'),
      vue: inProject('./src/vue.ts'),
      ...Object.fromEntries(
        LOCALE_TAGS.map((tag) => [`locales/${tag}`, inProject(`./src/locales/${tag}.ts`)]),
      ),
    },
    formats: ['es'],
  },
  rolldownOptions: {
    external: /^(lit|react)($|\/)/,
    output: {
      // Otherwise, library builds in ES format keep their white space.
      minify: true,
      // The entry `element` re-exports this chunk, which would otherwise be `element2.js`.
      chunkFileNames: ({ name }) =>
        name === 'element' ? 'inline.js' : `${name.replaceAll('.', '-')}.js`,
      // Tells frameworks with server components that the component runs in the browser too.
      postBanner: ({ name }) => (name.endsWith('react') ? "'use client';" : ''),
    },
  },
};

/** @param variant - Empty or `.isolated`. */
const scriptBuild = (variant: string): BuildEnvironmentOptions => ({
  ...sharedSettings,
  outDir: 'dist/cdn',
  // Two builds write into it.
  emptyOutDir: false,
  lib: {
    entry: inProject(`./src/script-tag${variant}.ts`),
    // Runs as a classic script and as a module, and leaves no global variable behind.
    formats: ['iife'],
    name: 'unused',
    fileName: () => `set-card-pin${variant}.js`,
  },
  rolldownOptions: {
    // The side effects of these modules concern only `LitElement`, which the element does not use,
    // and templates, which the file with isolated mode doesn't use.
    treeshake: { moduleSideEffects: [{ test: /\/lit-(element|html)\//, sideEffects: false }] },
    output: {
      minify: true,
      // Modules are strict, but classic scripts are not. A page's function that is called by a
      // non-strict function could read its caller's arguments (`theirs.caller.arguments`). Inside
      // the function, because scripts that are joined to this one may not work in strict mode.
      strict: false,
      intro: '"use strict";',
      // Ends a line of the script before, which may be a comment.
      postBanner: '/*! set-card-pin, MIT; what is inside: third-party-licenses.md */',
    },
  },
});

/** Node prints the name of an error's class. All names cost 250 bytes after gzip. */
const KEPT_NAMES = { keepNames: { class: true, function: false } };

const nodeBuild: BuildEnvironmentOptions = {
  ...sharedSettings,
  target: 'node20',
  sourcemap: false,
  outDir: 'dist/node',
  // The compiler may already have written the types of the sandbox there.
  emptyOutDir: false,
  ssr: true,
  rolldownOptions: {
    input: {
      'set-card-pin': inProject('./src/node/cli.ts'),
      sandbox: inProject('./src/node/sandbox/sandbox.ts'),
      server: inProject('./src/node/server/client-token-handler.ts'),
    },
    output: {
      minify: { compress: KEPT_NAMES, mangle: KEPT_NAMES },
      entryFileNames: '[name].js',
      // Otherwise the commands would be `main.js`, `main2.js` and `main3.js`.
      chunkFileNames: ({ facadeModuleId }) => {
        const [, command] = /\/(\w+)\/main\.ts$/.exec(facadeModuleId ?? '') ?? [];
        return command === undefined ? '[name].js' : `${command}-command.js`;
      },
      postBanner: ({ name }) => (name === 'set-card-pin' ? '#!/usr/bin/env node' : ''),
    },
  },
};

const frameBuild: BuildEnvironmentOptions = {
  ...sharedSettings,
  outDir: 'dist/frame',
  emptyOutDir: true,
  lib: {
    entry: inProject('./src/isolated/page/frame-page.ts'),
    formats: ['es'],
    fileName: () => 'frame.js',
  },
  rolldownOptions: {
    // The frame page has no custom element.
    treeshake: { moduleSideEffects: [{ test: /\/(lit|reactive)-element\//, sideEffects: false }] },
    output: { minify: true },
  },
};
