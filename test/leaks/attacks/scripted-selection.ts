import type { Attack } from '../attack.js';

export const scriptedSelection: Attack = {
  title: 'selection by script',
  does: 'Once the cardholder has revealed the PIN and is back in its field, selects the content of the field by script and reads `getSelection()` at once.',
  install: ({ capture }) => {
    let keysSinceClick: number | undefined;
    window.addEventListener('click', () => (keysSinceClick ??= 0), true);
    return () => {
      // At the first key the focus is still on the button, and a selection would move it.
      if (keysSinceClick === undefined || ++keysSinceClick !== 2) return;
      const selection = getSelection()!;
      selection.modify('move', 'backward', 'lineboundary');
      selection.modify('extend', 'forward', 'lineboundary');
      capture('getSelection', String(selection));
    };
  },
};
