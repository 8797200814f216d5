import { dirname, relative, resolve, sep } from 'node:path';
import type { CoverageConfig, TestRunnerPlugin } from '@web/test-runner';
import { rolldown, type InputOptions } from 'rolldown';
import { graphqlRequestParts } from '../build/graphql-request-parts.js';
import { PROJECT } from '../project.js';

/** Folder of the scripts that several test files share, in the runner's addresses. */
const SHARED = 'bundled/';

/** Name of the script with the packages. */
const PACKAGES = 'packages';

/**
 * Patterns of the scripts that contain code from `src`, for the runner's coverage measurement.
 */
export const BUNDLED_SOURCES = {
  include: [`${SHARED}*.js`],
  exclude: [`${SHARED}${PACKAGES}-*.js`, `${SHARED}rolldown-runtime-*.js`],
} satisfies CoverageConfig;

/** Options for code that imports `src`. Styles become strings, as with Vite's `?inline`. */
export const SOURCE_OPTIONS = {
  cwd: PROJECT,
  plugins: [
    graphqlRequestParts(),
    {
      name: 'inline-styles',
      resolveId: {
        filter: { id: /[.]css[?]inline$/ },
        handler: (id, importer) => resolve(dirname(importer!), id.replace('?inline', '')),
      },
    },
  ],
  moduleTypes: { '.css': 'text' },
  tsconfig: `${PROJECT}tsconfig.json`,
} satisfies InputOptions;

/**
 * Bundles test files with their imports. A page then loads a few scripts instead of 130 modules,
 * which would take more time than most tests. Modules that several files need are in shared
 * scripts, and each page still evaluates only those that it imports. All packages are in one
 * script.
 *
 * @param files - Absolute paths of the test files, and of modules that they import by an address at
 *   run time, such as `/src/locales/de.ts`.
 * @param define - Expressions that replace global names such as `process.env.MODE`.
 */
export async function bundledTestsPlugin(
  files: readonly string[],
  define: Record<string, string>,
): Promise<TestRunnerPlugin> {
  const bundle = await rolldown({
    input: Object.fromEntries(
      files.map((file) => [relative(PROJECT, file).split(sep).join('/'), file]),
    ),
    ...SOURCE_OPTIONS,
    platform: 'browser',
    // The runner serves these.
    external: /^\/__web-/,
    // Lit's development build warns about mistakes.
    resolve: { conditionNames: ['development', 'browser', 'import', 'default'] },
    transform: { define, target: 'es2022' },
  });
  const { output } = await bundle.generate({
    // Paths in source maps are relative to this folder. Nothing is written.
    dir: PROJECT,
    entryFileNames: '[name]',
    chunkFileNames: `${SHARED}[name]-[hash].js`,
    codeSplitting: { groups: [{ name: PACKAGES, test: /\/node_modules\// }] },
    // Some tests change the platform before the code in `src` runs.
    strictExecutionOrder: true,
    sourcemap: true,
  });
  await bundle.close();
  const bodies = new Map(
    output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
  return {
    name: 'bundled-tests',
    serve({ path }) {
      const body = bodies.get(path);
      if (body === undefined) return undefined;
      return { body: String(body), type: path.endsWith('.map') ? 'json' : 'js' };
    },
  };
}
