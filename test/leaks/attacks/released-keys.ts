import type { Attack } from '../attack.js';

export const releasedKeys: Attack = {
  title: '`keyup` after a moved focus',
  does: 'Moves the focus to another field as soon as `pin-change` says that the entry is complete, as a portal may do by accident, and listens for `keyup`. Gets the last digit if its key is still down.',
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
        if (!complete) return;
        document.querySelector<HTMLElement>('[name=nickname]')!.focus();
        done();
      }),
    );
    return () => isMoved;
  },
};
