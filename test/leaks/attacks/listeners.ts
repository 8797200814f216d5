/** Listeners that read what is typed or pasted, and the nodes that events expose. */
import type { Attack } from '../attack.js';

const AT_WINDOW = {
  inline: 'if first',
  reason:
    'The guard stops these events at `window`. Listeners there run in the order in which they were added.',
} as const;

const BELOW = {
  does: 'Reads the same at `document`, `html`, `body`, the form around the element and the element.',
  inline: 'no',
  reason: 'The guard stops these events at `window`, before they come to any other node.',
} as const;

export const LISTENERS: readonly Attack[] = [
  {
    title: 'key and input listeners at `window`',
    does: 'Reads `key` and `data` of `keydown`, `keypress`, `keyup`, `beforeinput`, `input` and `textInput` at `window`.',
    install: ({ listen }) => listen('window', 'typing'),
    ...AT_WINDOW,
  },
  {
    title: 'key and input listeners below `window`',
    install: ({ listen }) => listen('below', 'typing'),
    ...BELOW,
  },
  {
    title: 'clipboard listeners at `window`',
    does: 'Reads `clipboardData` of `paste`, `copy` and `cut` at `window`, while the cardholder copies the revealed PIN and pastes a PIN.',
    install: ({ listen }) => listen('window', 'clipboard'),
    ...AT_WINDOW,
  },
  {
    title: 'clipboard listeners below `window`',
    install: ({ listen }) => listen('below', 'clipboard'),
    ...BELOW,
  },
  {
    title: 'autocapture of event targets',
    does: 'Reads the fields around every node in `target`, `relatedTarget`, `submitter` and `composedPath()` of focus, pointer, mouse, key, selection, form and other events.',
    inline: 'no',
    reason: 'The root is closed, so the target of its events is the element.',
    install: ({ captureFields }) => {
      const types =
        'click mousedown mouseup mousemove mouseover pointerdown pointerup focus focusin focusout blur keydown keyup input change select selectionchange selectstart animationstart transitionrun slotchange submit invalid toggle pin-ready pin-change pin-set';
      const read = (event: Event) => {
        for (const node of event.composedPath()) captureFields('composedPath', node);
        for (const name of ['target', 'relatedTarget', 'submitter'])
          captureFields(name, Reflect.get(event, name));
      };
      for (const type of types.split(' '))
        for (const target of [window, document]) target.addEventListener(type, read, true);
    },
  },
];
