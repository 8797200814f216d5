import type { Attack } from '../attack.js';

export const madeSelection: Attack = {
  title: 'a selection of its own making',
  does: 'Once the cardholder has had the PIN shown and is back in its field, selects by itself what is there, and reads `getSelection()` at once.',
  install: ({ take }) => {
    let looks: number | undefined;
    window.addEventListener('click', () => (looks ??= 0), true);
    return () => {
      // Before that it would take the focus from the button.
      if (looks === undefined || ++looks !== 2) return;
      const selection = getSelection()!;
      selection.modify('move', 'backward', 'lineboundary');
      selection.modify('extend', 'forward', 'lineboundary');
      take('getSelection', String(selection));
    };
  },
};
