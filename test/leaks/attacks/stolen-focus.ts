import type { Attack } from '../attack.js';

export const stolenFocus: Attack = {
  title: 'stolen focus',
  does: 'Moves the focus from the element to an invisible field, so that the keys go there.',
  divertsKeys: true,
  install: ({ capture }) => {
    const hidden = document.createElement('input');
    hidden.style.opacity = '0';
    return () => {
      document.body.append(hidden);
      hidden.focus();
      capture('hidden', hidden.value);
    };
  },
};
