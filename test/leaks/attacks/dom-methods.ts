import type { Attack } from '../attack.js';

export const domMethods: Attack = {
  title: 'DOM methods',
  does: 'Patches the methods and accessors of `Node`, `Element`, `HTMLInputElement`, `ShadowRoot` and other DOM classes, and reads the fields around every node among their receivers, arguments and results. The element calls them at each key and each rendering.',
  install: ({ captureFields, wrap }) => {
    const owners = [
      Node,
      Element,
      HTMLElement,
      HTMLInputElement,
      HTMLFormElement,
      HTMLButtonElement,
      Document,
      DocumentFragment,
      ShadowRoot,
      CharacterData,
      Attr,
      EventTarget,
      Event,
      ElementInternals,
      TreeWalker,
    ];
    for (const { name, prototype } of owners)
      for (const key of Reflect.ownKeys(prototype)) {
        if (key === 'constructor') continue;
        wrap(prototype, key, (self, args, result) => {
          captureFields(name, self);
          for (const each of args) captureFields(name, each);
          captureFields(name, result);
        });
      }
  },
};
