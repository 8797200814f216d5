import type { Attack } from '../attack.js';

export const releasedKeys: Attack = {
  title: '`keyup` after a moved focus',
  does: 'Moves the focus to another field as soon as `pin-change` says that the entry is complete, as a portal may do by accident, and listens for `keyup`. Gets the last digit if its key is still down. Reads `window.event` after `pin-change` too.',
  movesFocus: true,
  install: ({ capture }) => {
    addEventListener('keyup', ({ key }) => capture('keyup', key), true);
    const isMoved = new Promise<void>((done) =>
      addEventListener('pin-change', (event) => {
        // The naive component's event says nothing about the entry.
        const {
          target,
          complete = Reflect.get(target!, 'pin') === Reflect.get(target!, 'confirmation'),
        } = event;
        // Microtasks run while the event that led here is still being handled.
        queueMicrotask(() =>
          capture('window.event', (window.event as InputEvent | undefined)?.data),
        );
        if (!complete) return;
        document.querySelector<HTMLElement>('[name=nickname]')!.focus();
        done();
      }),
    );
    return () => isMoved;
  },
};
