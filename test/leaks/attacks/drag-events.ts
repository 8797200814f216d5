import type { Attack } from '../attack.js';

export const dragEvents: Attack = {
  title: 'drag events',
  does: 'Listens at `window` for `drop`, `dragstart` and their kin while the cardholder drags a noted PIN into a field.',
  entry: 'drop',
  install: ({ take }) => {
    for (const type of [
      'dragstart',
      'dragenter',
      'dragover',
      'drop',
      'dragend',
      'beforeinput',
      'input',
    ])
      addEventListener(
        type,
        (event) => {
          const { dataTransfer, data } = event as DragEvent & InputEvent;
          take(type, dataTransfer?.getData('text/plain') ?? data);
        },
        true,
      );
  },
};
