import type { Attack } from '../attack.js';

export const eventNodes: Attack = {
  title: 'nodes that events name',
  does: 'Reads the fields around every node that `composedPath()`, `target` and the other properties of an event name, for all that happens to focus, mouse, pointer, keys and selection.',
  install: ({ takeFields }) => {
    const types =
      'click mousedown mouseup mousemove mouseover pointerdown pointerup focus focusin focusout blur keydown keyup input change select selectionchange selectstart animationstart transitionrun slotchange submit invalid toggle pin-ready pin-change pin-set';
    const read = (event: Event) => {
      for (const node of event.composedPath()) takeFields('composedPath', node);
      for (const name in event) takeFields(name, Reflect.get(event, name));
    };
    for (const type of types.split(' '))
      for (const target of [window, document]) target.addEventListener(type, read, true);
  },
};
