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
