/**
 * The limits of what a page loads, in bytes after brotli 11, which a CDN sends.
 *
 * Each limit is just above the size, so that growth is noticed. Lower it when the file gets
 * smaller; raise it only with a reason.
 */
import { readdirSync } from 'node:fs';

const locales = readdirSync(new URL('src/locales/', import.meta.url)).map((file) => {
  const path = `dist/cdn/locales/${file.replace(/\.ts$/, '.js')}`;
  // Escapes in place of characters outside ASCII take up to 270, in Arabic.
  return { name: path, path, limit: '1760 B' };
});

export default [
  // Here and in the frame page, templates keep the white space of their source, and
  // `graphql-request` its code for other requests (1,110 bytes): to cut them out, the build would
  // have to change their text. Isolated mode has no templates, which takes 280 bytes more here, and
  // saves 2,340 in the file with that mode only. That the page learns nothing while a digit key is
  // down takes 340. Tab stops, and presses on text and in draggable widgets, take 640 here, 270 in
  // the next file and 410 in the frame page. The calm layout, with a second eye and words to hide
  // the PIN, takes 220 here and 180 in the frame page, and `aria-live` for Firefox 30. Variants of
  // a language take 100, here and in the next file, and the third line below a single field 50, in
  // every file. That the pristine realm is made after `pin-ready` takes 50, and that failures are
  // heard without their references 50, here and in the frame page. That elements share
  // their words, and register a length, takes 20, and makes a further element a fifth quicker.
  // That a shortcut with a digit ends no submit, that a moved frame is awaited, and that its look
  // is read again once it is displayed, takes 220 here, 150 in the next file and 120 in the frame
  // page. What the console says about refused tokens and wrong addresses takes 90 here and in the
  // next file. That a form which is ready late takes no focus from a page around takes 40 here and
  // 20 in the next file. That a submit ends although its frame has crashed takes 80 in both. That
  // older browsers can set a PIN takes 50 here.
  { name: 'dist/cdn/set-card-pin.js', path: 'dist/cdn/set-card-pin.js', limit: '31000 B' },
  {
    name: 'dist/cdn/set-card-pin.isolated.js',
    path: 'dist/cdn/set-card-pin.isolated.js',
    // With what the console says about the page's mistakes (330), the queue of commands before the
    // frame page is ready, and the members of a form control (370 together). What the text doesn't
    // inherit from the page takes 60.
    limit: '13480 B',
  },
  ...locales,
  {
    name: 'the frame page',
    path: ['dist/frame/index.html', 'dist/frame/frame.js'],
    // With the count of lost digits and what then takes the place of the form (1,230): most of that
    // are its sentences in each language and what finds them, which can't come from the host. That
    // typing on confirms nothing takes 40. The fonts of its configuration take 180. That it notices
    // a focus which leaves in silence, and a page that could empty its storage, takes 60. That it
    // checks the type of the idempotency key takes 20.
    limit: '23280 B',
  },
  // A bundler adds Lit, so this has no limit.
  {
    name: 'the modules of the main entry, without Lit',
    path: [
      'index',
      'inline-mode',
      'languages',
      'properties',
      'register',
      'set-card-pin-element',
    ].map((name) => `dist/${name}.js`),
  },
];
