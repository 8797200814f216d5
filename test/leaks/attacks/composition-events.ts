import type { Attack } from '../attack.js';

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
