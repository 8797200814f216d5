import type { Attack } from '../attack.js';

export const lastMatch: Attack = {
  title: 'what was matched last',
  does: 'Reads `RegExp.input`, `RegExp.lastMatch` and the like after each key: of whatever regular expression of the page matched last they hold the text.',
  install:
    ({ take }) =>
    () => {
      // A component that checks what was typed does so by one.
      void document.querySelector('set-card-pin')?.validity;
      const { input, lastMatch, leftContext, $1 } = RegExp;
      for (const [by, text] of Object.entries({ input, lastMatch, leftContext, $1 }))
        take(`RegExp.${by}`, text);
    },
};
