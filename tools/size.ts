/** `npm run size`: what a page loads, in bytes; fails when the script-tag file outgrows its limit. Build first. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * The limit of the script-tag file, in bytes after brotli at its best: the figure a CDN sends. It stands just above what the file
 * weighs, so that growth is noticed; the aim is 15,000, and the limit goes down with the file, never up.
 */
export const SCRIPT_LIMIT = 18_500;

/** A file's bytes as it is, after gzip and after brotli 11. */
export function sizeOf(path: string): { raw: number; gzip: number; brotli: number } {
  const content = readFileSync(path);
  return {
    raw: content.length,
    gzip: gzipSync(content, { level: 9 }).length,
    brotli: brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      .length,
  };
}

function main(): void {
  const script = 'dist/cdn/set-card-pin.js';
  // The modules without Lit, which the page's bundler adds: the entry and the class it registers.
  const files = [script, 'dist/index.js', 'dist/set-card-pin-element.js'];
  if (!files.every((file) => existsSync(file))) {
    console.error('There is no build here yet: npm run build');
    process.exitCode = 1;
    return;
  }
  console.log(row('', 'raw', 'gzip', 'brotli'));
  for (const file of files) {
    const { raw, gzip, brotli } = sizeOf(file);
    console.log(row(file, raw, gzip, brotli));
  }
  const { brotli } = sizeOf(script);
  if (brotli <= SCRIPT_LIMIT) {
    console.log(`${script} is ${SCRIPT_LIMIT - brotli} bytes below its limit of ${SCRIPT_LIMIT}.`);
  } else {
    console.error(`${script} is ${brotli - SCRIPT_LIMIT} bytes over its limit of ${SCRIPT_LIMIT}.`);
    process.exitCode = 1;
  }
}

function row(name: string, ...figures: readonly (string | number)[]): string {
  return name.padEnd(30) + figures.map((figure) => String(figure).padStart(8)).join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
