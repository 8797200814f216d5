import type { Attack } from '../attack.js';

export const lastMatch: Attack = {
  title: 'last match of a regular expression',
  does: 'Reads `RegExp.input`, `RegExp.lastMatch` and the like after each key. They hold the text that a regular expression of the page matched last.',
  shares: 'reads',
  install:
    ({ capture }) =>
    () => {
      // A component may check the digits with a regular expression.
      void document.querySelector('set-card-pin')?.validity;
      const { input, lastMatch, leftContext, $1 } = RegExp;
      for (const [by, text] of Object.entries({ input, lastMatch, leftContext, $1 }))
        capture(`RegExp.${by}`, text);
    },
};
