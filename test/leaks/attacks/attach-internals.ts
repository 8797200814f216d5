import type { Attack } from '../attack.js';

export const attachInternals: Attack = {
  title: '`attachInternals`',
  does: 'Calls `attachInternals()` on the element from outside, which gives the closed root of one that has not claimed its internals.',
  install: ({ takeFields }) => {
    let internals: ElementInternals | undefined;
    return () => {
      try {
        internals ??= HTMLElement.prototype.attachInternals.call(
          document.querySelector('set-card-pin'),
        );
      } catch {
        return;
      }
      takeFields('shadowRoot', internals?.shadowRoot?.firstChild);
    };
  },
};
