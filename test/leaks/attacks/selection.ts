import type { Attack } from '../attack.js';

export const selection: Attack = {
  title: 'selection',
  does: 'Reads `getSelection()` after each key, as it comes up, and at each `selectionchange`, also while the PIN is shown.',
  install: ({ take }) => {
    const read = () => take('getSelection', String(getSelection()));
    for (const type of ['selectionchange', 'select', 'selectstart', 'focusin', 'keyup'])
      window.addEventListener(type, read, true);
    return read;
  },
};
