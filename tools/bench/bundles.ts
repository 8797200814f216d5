import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { graphqlRequestMembers, graphqlRequestParts } from '../build/graphql-request-parts.js';
import { templateWhiteSpace } from '../build/template-white-space.js';
import { PROJECT } from '../project.js';

/** A text's bytes as it is, and after brotli at its best. */
export interface Bytes {
  readonly raw: number;
  readonly brotli: number;
}

/** One script with everything that it needs at run time, made in the same way for all. */
export async function bundle(page: string): Promise<string> {
  const { output } = (await build({
    root: PROJECT,
    configFile: false,
    logLevel: 'error',
    // The element comes from the sources, through what its own build puts into its modules.
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

export function bytesOf(...texts: readonly (string | Uint8Array)[]): Bytes {
  const each = texts.map((text) => Buffer.from(text));
  return {
    raw: each.reduce((sum, text) => sum + text.length, 0),
    brotli: each.reduce((sum, text) => sum + brotli(text), 0),
  };
}

function brotli(text: Buffer): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
