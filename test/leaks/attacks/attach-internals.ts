import type { Attack } from '../attack.js';

export const attachInternals: Attack = {
  title: '`attachInternals`',
  does: 'Calls `attachInternals()` on the element from outside. That opens the closed root of an element that has not claimed its internals.',
  shares: 'reads',
  install: ({ captureFields }) => {
    let internals: ElementInternals | undefined;
    return () => {
      try {
        internals ??= HTMLElement.prototype.attachInternals.call(
          document.querySelector('set-card-pin'),
        );
      } catch {
        return;
      }
      captureFields('shadowRoot', internals?.shadowRoot?.firstChild);
    };
  },
};
