/** `npm run size`: what a page loads, in bytes, and what of it each module costs; fails when a file outgrows its limit. Build first. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { callCommand } from '../../src/node/command.js';
import { noOptions } from '../../src/node/options.js';
import { LOCALES } from '../build/locales.js';
import { moduleCosts } from './module-costs.js';

const HELP = `Usage: npm run size

Says what the files weigh that a page loads, as they are, after gzip and after brotli 11, and what
each module costs in the script. It needs a build: npm run build.

It exits with 0 when every file is within its limit, with 1 when one is over it or there is no build, with 2 when it was called wrongly.
`;

/**
 * The limit of the script-tag file, in bytes after brotli at its best: the figure that a CDN sends. It is just above what the file
 * weighs, so that growth is noticed. It goes down with the file, and up only with a reason. It was 22,500 before the form was split
 * into parts: names that cross a file can't be shortened.
 */
export const SCRIPT_LIMIT = 23_000;

/** The limit of the frame page: its document and its script. It was 16,000 before the form was split into parts. */
export const FRAME_LIMIT = 16_300;

/** The limit of the script of one further language. */
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

async function main(): Promise<void> {
  const script = 'dist/cdn/set-card-pin.js';
  const locales = Object.keys(LOCALES).map((tag) => `dist/cdn/locales/${tag}.js`);
  // The modules without Lit, which the page's bundler adds: the entry, the class it registers, and what that imports.
  const modules = ['dist/index.js', 'dist/set-card-pin-element.js', 'dist/languages.js'];
  const frame = ['dist/frame/index.html', 'dist/frame/frame.js'];
  const files = [script, ...locales, ...frame, ...modules];
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
  console.log(`\nOf ${script}, each module; brotli: how much shorter the file would be without it`);
  for (const { module, raw, brotli } of await moduleCosts(script))
    console.log(row(module, raw, '', brotli));
  console.log();
  hold(script, [script], SCRIPT_LIMIT);
  for (const locale of locales) hold(locale, [locale], LOCALE_LIMIT);
  hold('dist/frame', frame, FRAME_LIMIT);
}

function hold(name: string, files: readonly string[], limit: number): void {
  const brotli = files.reduce((sum, file) => sum + sizeOf(file).brotli, 0);
  if (brotli <= limit) {
    console.log(`${name} is ${limit - brotli} bytes below its limit of ${limit}.`);
  } else {
    console.error(`${name} is ${brotli - limit} bytes over its limit of ${limit}.`);
    process.exitCode = 1;
  }
}

function row(name: string, ...figures: readonly (string | number)[]): string {
  return name.padEnd(62) + figures.map((figure) => String(figure).padStart(8)).join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await callCommand(HELP, noOptions, main);
