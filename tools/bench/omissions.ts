import { LOCALES } from '../build/locales.js';

/** What each contestant does and leaves out, by its code and its documentation. Look again whenever a version changes in package.json. */

/** The columns are those of the fields, the element's two modes in one. */
export const OMISSIONS: {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
} = {
  columns: ['set-card-pin', 'jb-pin-input', 'Zag pin-input', 'input-otp, React'],
  rows: [
    [
      'Shows',
      'two fields, buttons to show and to send',
      'one field',
      'one field; the markup is the page’s',
      'one field; the boxes are the page’s',
    ],
    ['Masks what is typed', 'yes', 'no', 'with `mask`', 'if the page draws bullets'],
    ['Has it typed twice', 'yes', 'no', 'no', 'no'],
    ['Refuses guessable PINs', 'yes', 'by the page’s validators', 'no', 'no'],
    ['Sends the PIN', 'yes', 'no', 'no', 'no'],
    ['Tries again, asks for a fresh token', 'yes', 'no', 'no', 'no'],
    [
      'Says what went wrong',
      'yes, for every outcome',
      'the page’s messages, and one of its own',
      'no; marks the field when the page says so',
      'no',
    ],
    [
      'Languages of its words',
      `${Object.keys(LOCALES).length + 1}`,
      '1, Persian',
      'words by the page',
      '–',
    ],
    [
      'Name of the field for a screen reader',
      'yes',
      'no',
      'yes, in English or the page’s words',
      'the page’s label',
    ],
    ['Announces errors and progress', 'yes', 'no', 'no', 'no'],
    [
      'Keeps the digits from the page’s scripts',
      'inline, from what records by accident; isolated, from all',
      'no',
      'no',
      'no',
    ],
    ['Its value is in a form’s data', 'never, on purpose', 'what is pasted or set', 'yes', 'yes'],
    ['Takes letters, codes by text message', 'no', 'no', 'yes', 'yes'],
    ['Needs besides', '–', '–', 'markup and glue', 'React'],
  ],
};

/** What a loader loads from its vendor's host, by the types and the documentation in its package. */
export const LOADS: Readonly<Record<string, string>> = {
  'stripe-js':
    'Stripe.js: fields for paying; of an issued card, elements that show its number, expiry, code and PIN',
  vgs: 'VGS Collect.js: fields in frames for any data, sent to a vault',
  'basis-theory': 'Web Elements: fields in frames for cards and text, sent to a vault',
  evervault: 'Evervault.js: encryption, and fields in frames, a PIN’s among them',
};
