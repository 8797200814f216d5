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

/** Bundles a contestant's page script with all its dependencies, with the same settings for all. */
export async function bundle(page: string): Promise<string> {
  const { output } = (await build({
    root: PROJECT,
    configFile: false,
    logLevel: 'error',
    // The element is built from its sources, so its own build plugins apply.
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

/** Returns the total size of files, each compressed by itself. */
export function bytesOf(...files: readonly (string | Uint8Array)[]): Bytes {
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
  return {
    raw: sum(files.map((file) => Buffer.from(file).length)),
    brotli: sum(files.map(brotliSize)),
  };
}
