import { build, type Rollup } from 'vite';
import { brotliSize } from '../brotli-size.js';
import { graphqlRequestMembers, graphqlRequestParts } from '../build/graphql-request-parts.js';
import { templateWhiteSpace } from '../build/template-white-space.js';
import { PROJECT } from '../project.js';

/** Size of a file: uncompressed, and after brotli 11. */
export interface Bytes {
  readonly raw: number;
  readonly brotli: number;
}

/**
 * Bundles the script of a contestant's page with all its dependencies. All contestants have the
 * same settings.
 */
export async function bundle(page: string): Promise<string> {
  const { output } = (await build({
    root: PROJECT,
    configFile: false,
    logLevel: 'error',
    // The element is built from its sources, so it needs the plugins of its own build.
    plugins: [graphqlRequestParts(), graphqlRequestMembers(), templateWhiteSpace()],
    resolve: { alias: [{ find: /^set-card-pin$/, replacement: `${PROJECT}src/index.ts` }] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: `${PROJECT}tools/bench/pages/${page}.js`,
        output: { format: 'iife', minify: true },
      },
    },
  })) as Rollup.RolldownOutput;
  return output[0].code;
}

/** Returns the total size of files. Each is compressed separately. */
export function bytesOf(...files: readonly (string | Uint8Array)[]): Bytes {
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
  return {
    raw: sum(files.map((file) => Buffer.from(file).length)),
    brotli: sum(files.map(brotliSize)),
  };
}
