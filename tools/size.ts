/** `npm run size`: what a page loads, in bytes; fails when a script-tag file outgrows its limit. Build first. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LOCALES } from './locales.js';

/**
 * The limit of the script-tag file, in bytes after brotli at its best: the figure a CDN sends. It stands just above what the file
 * weighs, so that growth is noticed. The aim is 15,000: the limit goes down with the file, and up only for what a cardholder or a
 * page gets for it. It was 18,500 before languages, validity, all rules for guessable PINs and the three appearances.
 */
export const SCRIPT_LIMIT = 21_000;

/** The limit of the script of one further language, counted so too. */
export const LOCALE_LIMIT = 1_450;

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
  const locales = Object.keys(LOCALES).map((tag) => `dist/cdn/locales/${tag}.js`);
  // The modules without Lit, which the page's bundler adds: the entry, the class it registers, and what that imports.
  const modules = ['dist/index.js', 'dist/set-card-pin-element.js', 'dist/languages.js'];
  const files = [script, ...locales, ...modules];
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
  for (const file of [script, ...locales]) {
    const limit = file === script ? SCRIPT_LIMIT : LOCALE_LIMIT;
    const { brotli } = sizeOf(file);
    if (brotli <= limit) {
      console.log(`${file} is ${limit - brotli} bytes below its limit of ${limit}.`);
    } else {
      console.error(`${file} is ${brotli - limit} bytes over its limit of ${limit}.`);
      process.exitCode = 1;
    }
  }
}

function row(name: string, ...figures: readonly (string | number)[]): string {
  return name.padEnd(30) + figures.map((figure) => String(figure).padStart(8)).join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
