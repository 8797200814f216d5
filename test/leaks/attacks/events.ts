/** Attacks that listen for what is typed, pasted, dropped or composed. */
import type { Attack } from '../attack.js';

export const keyEvents: Attack = {
  title: 'key and input events',
  does: 'Listens at `window`, in the capture phase, for `keydown`, `keypress`, `keyup`, `beforeinput`, `input` and `textInput`. Reads `window.event` after `pin-change` too.',
  install: ({ capture, listen }) => {
    listen('keydown keypress keyup beforeinput input textInput', ({ key, data }) => key ?? data);
    // Microtasks run while the event that led here is still being handled.
    addEventListener('pin-change', () =>
      queueMicrotask(() => capture('window.event', (window.event as InputEvent | undefined)?.data)),
    );
  },
};

export const clipboardEvents: Attack = {
  title: 'clipboard events',
  does: 'Listens at `window` for `paste`, `copy` and `cut` while the cardholder copies the revealed PIN and pastes a PIN from a note.',
  entry: 'paste',
  install: ({ listen }) =>
    listen(
      'paste copy cut beforeinput input',
      ({ clipboardData, data }) => clipboardData?.getData('text/plain') ?? data,
    ),
};

export const dragEvents: Attack = {
  title: 'drag events',
  does: 'Listens at `window` for `dragstart`, `drop` and the other drag events while the cardholder drags a PIN into a field.',
  entry: 'drop',
  install: ({ listen }) =>
    listen(
      'dragstart dragenter dragover drop dragend beforeinput input',
      ({ dataTransfer, data }) => dataTransfer?.getData('text/plain') ?? data,
    ),
};

export const compositionEvents: Attack = {
  title: 'composition events',
  does: 'Listens at `window` for composition events and the text that they insert, while the cardholder types with an input method.',
  entry: 'composition',
  install: ({ listen }) =>
    listen(
      'compositionstart compositionupdate compositionend beforeinput input textInput',
      ({ data }) => data,
    ),
};
