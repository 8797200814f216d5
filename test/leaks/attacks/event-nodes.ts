import type { Attack } from '../attack.js';

export const eventNodes: Attack = {
  title: 'nodes in events',
  does: 'Reads the fields around every node that an event exposes in `composedPath()`, `target` or another property: focus, mouse, pointer, key, selection and other events.',
  shares: 'reads',
  install: ({ captureFields }) => {
    const types =
      'click mousedown mouseup mousemove mouseover pointerdown pointerup focus focusin focusout blur keydown keyup input change select selectionchange selectstart animationstart transitionrun slotchange submit invalid toggle pin-ready pin-change pin-set';
    const read = (event: Event) => {
      for (const node of event.composedPath()) captureFields('composedPath', node);
      for (const name in event) captureFields(name, Reflect.get(event, name));
    };
    for (const type of types.split(' '))
      for (const target of [window, document]) target.addEventListener(type, read, true);
  },
};
