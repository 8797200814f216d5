/**
 * The limits of what a page loads, in bytes after brotli 11, which a CDN sends. Lower a limit when
 * its file gets smaller; raise it only with a reason.
 */
import { readdirSync } from 'node:fs';

const locales = readdirSync(new URL('src/locales/', import.meta.url)).map((file) => {
  const path = `dist/cdn/locales/${file.replace(/\.ts$/, '.js')}`;
  // Escapes in place of characters outside ASCII take up to 270, in Arabic.
  return { name: path, path, limit: '1600 B' };
});

const frame = ['dist/frame/index.html', 'dist/frame/frame.js'];

export default [
  { name: 'inline', path: 'dist/cdn/set-card-pin.js', limit: '27000 B' },
  { name: 'isolated, host page', path: 'dist/cdn/set-card-pin.isolated.js', limit: '12700 B' },
  { name: 'isolated, frame page', path: frame, limit: '20500 B' },
  ...locales,
  // A bundler adds Lit, so this has no limit.
  {
    name: 'the modules of the main entry, without Lit',
    path: ['index', 'inline', 'languages', 'properties', 'set-card-pin-element'].map(
      (name) => `dist/${name}.js`,
    ),
  },
];
