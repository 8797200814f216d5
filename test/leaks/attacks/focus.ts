/** An attack that moves the focus, so that keys come up elsewhere. */
import type { Attack } from '../attack.js';

export const heldKeys: Attack = {
  title: '`keyup` after a stolen focus',
  does: 'Takes the focus whenever a key is down, which the user activation of the key tells it, listens for `keyup`, and gives the focus back.',
  isAlone: true,
  holdsKeys: true,
  install: ({ listen }) => {
    const hidden = document.createElement('input');
    hidden.style.opacity = '0';
    listen('keyup', ({ key }) => key);
    let owner: HTMLElement | null = null;
    return () => {
      const { activeElement } = document;
      if (activeElement === hidden) owner?.focus();
      else if (activeElement?.localName === 'set-card-pin') {
        owner = (activeElement.shadowRoot?.activeElement ?? activeElement) as HTMLElement;
        document.body.append(hidden);
        hidden.focus();
      }
    };
  },
};
