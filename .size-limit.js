/**
 * `npm run size`: the limits of what a page loads, in bytes after brotli 11, which a CDN sends.
 *
 * Each limit is just above the size, so that growth is noticed. Lower it when the file gets
 * smaller; raise it only with a reason.
 */
import { readdirSync } from 'node:fs';

const locales = readdirSync(new URL('src/locales/', import.meta.url)).map((file) => {
  const path = `dist/cdn/locales/${file.replace(/\.ts$/, '.js')}`;
  return { name: path, path, limit: '1510 B' };
});

export default [
  // Was 26,740 before the build shortened the names of members. Before that it grew from 22,500
  // with answers of all kinds of servers, correction of digits, `autofocus`, one field at a time,
  // measured bullets, and motion. Isolated mode has no templates, which takes 280 bytes more here,
  // and saves 2,340 in the file with that mode only. A caret that stays where it is when the PIN is
  // revealed takes 40 bytes in Chromium 147, here and in the frame page.
  { name: 'dist/cdn/set-card-pin.js', path: 'dist/cdn/set-card-pin.js', limit: '26310 B' },
  {
    name: 'dist/cdn/set-card-pin.inline.js',
    path: 'dist/cdn/set-card-pin.inline.js',
    limit: '23740 B',
  },
  {
    name: 'dist/cdn/set-card-pin.isolated.js',
    path: 'dist/cdn/set-card-pin.isolated.js',
    limit: '11790 B',
  },
  ...locales,
  // Was 19,940 before the build shortened names. Before that it grew from 16,000 with the same, and
  // with a warning of a lost key in every language.
  {
    name: 'the frame page',
    path: ['dist/frame/index.html', 'dist/frame/frame.js'],
    limit: '19130 B',
  },
  // A bundler adds Lit, so this has no limit.
  {
    name: 'the modules of the main entry, without Lit',
    path: [
      'index',
      'both-modes',
      'events',
      'framed-form-styles',
      'inline-form',
      'languages',
      'register-module',
      'set-card-pin-element',
    ].map((name) => `dist/${name}.js`),
  },
];
