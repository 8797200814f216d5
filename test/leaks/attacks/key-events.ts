import type { Attack } from '../attack.js';

export const keyEvents: Attack = {
  title: 'key and input events',
  does: 'Listens at `window`, in the capturing phase, for `keydown`, `keypress`, `keyup`, `beforeinput`, `input` and `textInput`.',
  install: ({ take }) => {
    for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'textInput'])
      addEventListener(
        type,
        (event) => take(type, (event as KeyboardEvent).key ?? (event as InputEvent).data),
        true,
      );
  },
};
