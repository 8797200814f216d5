/** Attacks that listen for what is typed, pasted, dropped or composed. */
import type { Attack } from '../attack.js';

export const keyEvents: Attack = {
  title: 'key and input events',
  does: 'Listens at `window`, in the capture phase, for `keydown`, `keypress`, `keyup`, `beforeinput`, `input` and `textInput`.',
  shares: 'reads',
  install: ({ capture }) => {
    for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'textInput'])
      addEventListener(
        type,
        (event) => capture(type, (event as KeyboardEvent).key ?? (event as InputEvent).data),
        true,
      );
  },
};

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

export const compositionEvents: Attack = {
  title: 'composition events',
  does: 'Listens at `window` for composition events and the text that they insert, while the cardholder types with an input method.',
  shares: 'reads',
  entry: 'composition',
  install: ({ capture }) => {
    for (const type of [
      'compositionstart',
      'compositionupdate',
      'compositionend',
      'beforeinput',
      'input',
      'textInput',
    ])
      addEventListener(type, (event) => capture(type, (event as CompositionEvent).data), true);
  },
};
