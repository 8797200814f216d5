/**
 * `npm run size`: the limits of what a page loads, in bytes after brotli 11, which a CDN sends.
 *
 * Each limit is just above the size, so that growth is noticed. Lower it when the file gets smaller;
 * raise it only with a reason.
 */
import { readdirSync } from 'node:fs';

const locales = readdirSync(new URL('src/locales/', import.meta.url)).map((file) => {
  const path = `dist/cdn/locales/${file.replace(/\.ts$/, '.js')}`;
  return { name: path, path, limit: '1570 B' };
});

export default [
  // Was 22,500 before the form was split into parts: names that cross a file can't be shortened.
  // Was 23,000 before the element read the codes, statuses and messages of all kinds of servers, and
  // 24,100 before swc minified it too. Was 23,750 before the fields let people correct digits, and
  // 24,600 before failures came into view, an unconfirmed PIN could be kept longer and a frame had a skeleton.
  // Was 25,650 before `autofocus`, two states and a sentence for a machine without a network, and
  // 25,760 before one field at a time and the submit with the last digit. Was 26,230 before fields
  // measured their bullets, the panel kept the form's height and notices had a sign, and 26,470
  // before motion, a button below the notice that explains it, and a panel in two parts.
  { name: 'dist/cdn/set-card-pin.js', path: 'dist/cdn/set-card-pin.js', limit: '26740 B' },
  {
    name: 'dist/cdn/set-card-pin.inline.js',
    path: 'dist/cdn/set-card-pin.inline.js',
    limit: '24390 B',
  },
  {
    name: 'dist/cdn/set-card-pin.isolated.js',
    path: 'dist/cdn/set-card-pin.isolated.js',
    limit: '14550 B',
  },
  ...locales,
  // Was 16,000 before the form was split into parts, 16,300 before it read answers of all kinds, and
  // 17,300 before it warned of a lost key in every language. Was 17,800 before the fields let people
  // correct digits, 18,450 before failures came into view, and 18,980 before one field at a time.
  // Was 19,380 before fields measured their bullets and notices had a sign, and 19,680 before motion
  // and a panel in two parts.
  {
    name: 'the frame page',
    path: ['dist/frame/index.html', 'dist/frame/frame.js'],
    limit: '19940 B',
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
