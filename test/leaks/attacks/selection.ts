import type { Attack } from '../attack.js';

export const selection: Attack = {
  title: 'selection',
  does: 'Reads `getSelection()` after each key, at each `keyup` and at each `selectionchange`, also while the PIN is revealed.',
  shares: 'reads',
  install: ({ capture }) => {
    const read = () => capture('getSelection', String(getSelection()));
    for (const type of ['selectionchange', 'select', 'selectstart', 'focusin', 'keyup'])
      window.addEventListener(type, read, true);
    return read;
  },
};
