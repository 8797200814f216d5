import type { Attack } from '../attack.js';

export const clipboardEvents: Attack = {
  title: 'clipboard events',
  does: 'Listens at `window` for `paste`, `copy` and `cut` while the cardholder copies the shown PIN and pastes a noted one.',
  entry: 'paste',
  install: ({ take }) => {
    for (const type of ['paste', 'copy', 'cut', 'beforeinput', 'input'])
      addEventListener(
        type,
        (event) => {
          const { clipboardData, data } = event as ClipboardEvent & InputEvent;
          take(type, clipboardData?.getData('text/plain') ?? data);
        },
        true,
      );
  },
};
