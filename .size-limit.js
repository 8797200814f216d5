/**
 * The limits of the files that a page loads, in bytes after brotli 11, which a CDN sends. Lower a
 * limit when its file becomes smaller. Raise it only for a good reason.
 */
import { readdirSync } from 'node:fs';

const locales = readdirSync(new URL('src/locales/', import.meta.url)).map((file) => {
  const path = `dist/cdn/locales/${file.replace(/\.ts$/, '.js')}`;
  // The escapes for non-ASCII characters take up to 270 bytes, in Arabic.
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
