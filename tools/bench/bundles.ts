import { readFile } from 'node:fs/promises';
import { build, type Rollup } from 'vite';
import { brotliSize } from '../brotli-size.js';
import { PROJECT } from '../project.js';
import type { Contestant } from './contestants.js';

/** The script of a contestant. */
export interface Script {
  /** The script, and what the page needs to mount it. */
  readonly text: string;
  readonly bytes: Bytes;
}

/** Size of a file: uncompressed, and after brotli 11. */
export interface Bytes {
  readonly raw: number;
  readonly brotli: number;
}

/**
 * Bundles the script of a contestant's page with all its dependencies, or takes its shipped file.
 * All bundles have the same settings.
 */
export async function scriptOf({ page, shipped }: Contestant): Promise<Script> {
  const bundled = await bundle(page);
  if (shipped === undefined) return { text: bundled, bytes: bytesOf(bundled) };
  const file = await readFile(`${PROJECT}dist/cdn/${shipped}`, 'utf8');
  return { text: `${file}\n${bundled}`, bytes: bytesOf(file) };
}

export function bytesOf(content: string | Uint8Array): Bytes {
  return { raw: Buffer.from(content).length, brotli: brotliSize(content) };
}

async function bundle(page: string): Promise<string> {
  const { output } = (await build({
    root: PROJECT,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: `${PROJECT}tools/bench/pages/${page}.js`,
        output: { format: 'iife', minify: true, codeSplitting: false },
      },
    },
  })) as Rollup.RolldownOutput;
  return output[0].code;
}
