import { LOCALE_TAGS } from '../build/locales.js';

/** Headings of the columns of {@link FEATURES}, without the first column. */
export const FEATURE_COLUMNS = ['set-card-pin', 'jb-pin-input', 'Zag pin-input', 'input-otp'];

/**
 * A row for each feature, from the contestants' code and documentation. Review them when a version
 * in package.json changes.
 */
export const FEATURES: readonly (readonly string[])[] = [
  [
    'Shows',
    'two fields, buttons to reveal and to submit',
    'one field',
    'one field; the page brings the markup',
    'one field; the page draws the boxes',
  ],
  ['Masks the digits', 'yes', 'no', 'with `mask`', 'if the page draws bullets'],
  ['Asks for a confirmation', 'yes', 'no', 'no', 'no'],
  ['Rejects guessable PINs', 'yes', 'with the page’s validators', 'no', 'no'],
  ['Sends the PIN', 'yes', 'no', 'no', 'no'],
  ['Retries, asks for a fresh token', 'yes', 'no', 'no', 'no'],
  [
    'Explains what went wrong',
    'yes, for every outcome',
    'the page’s messages, and one of its own',
    'no; marks the field invalid when the page asks for it',
    'no',
  ],
  ['Languages', `${LOCALE_TAGS.length + 1}`, '1, Persian', 'the page brings the words', '–'],
  [
    'Accessible name of the field',
    'yes',
    'no',
    'yes, in English or the page’s words',
    'the page’s label',
  ],
  ['Announces errors and progress', 'yes', 'no', 'no', 'no'],
  [
    'Keeps the digits from the page’s scripts',
    'inline: from scripts that record by accident; isolated: from all',
    'no',
    'no',
    'no',
  ],
  ['Adds its value to form data', 'never, by design', 'if pasted or set', 'yes', 'yes'],
  ['Accepts letters, and codes from text messages', 'no', 'no', 'yes', 'yes'],
  ['Also needs', '–', '–', 'markup and glue code', 'React'],
];
