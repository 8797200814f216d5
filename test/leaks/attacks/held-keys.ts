import type { Attack } from '../attack.js';

export const heldKeys: Attack = {
  title: '`keyup` after a stolen focus',
  does: 'Takes the focus whenever a key is down, which the user activation of the key tells it, listens for `keyup`, and gives the focus back.',
  actsOnHeldKeys: true,
  install: ({ capture }) => {
    const hidden = document.createElement('input');
    hidden.style.opacity = '0';
    addEventListener('keyup', ({ key }) => capture('keyup', key), true);
    let owner: HTMLElement | undefined;
    return () => {
      if (owner === undefined) {
        const focused = document.activeElement as HTMLElement;
        owner = (focused.shadowRoot?.activeElement as HTMLElement | null | undefined) ?? focused;
        document.body.append(hidden);
        hidden.focus();
      } else {
        owner.focus();
        owner = undefined;
      }
    };
  },
};
