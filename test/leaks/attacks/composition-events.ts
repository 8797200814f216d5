import type { Attack } from '../attack.js';

export const compositionEvents: Attack = {
  title: 'composition events',
  does: 'Listens at `window` for composition events and what they put in, from a keyboard that composes.',
  entry: 'composition',
  install: ({ take }) => {
    for (const type of [
      'compositionstart',
      'compositionupdate',
      'compositionend',
      'beforeinput',
      'input',
      'textInput',
    ])
      addEventListener(type, (event) => take(type, (event as CompositionEvent).data), true);
  },
};
