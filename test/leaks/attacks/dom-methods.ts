import type { Attack } from '../attack.js';

export const domMethods: Attack = {
  title: 'DOM methods',
  does: 'Patches the methods and accessors of `Node`, `Element`, `HTMLInputElement`, `ShadowRoot` and their kin, and reads the fields around every node that they are called on, with or give, at the next key or rendering.',
  install: ({ takeFields, wrap }) => {
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
        wrap(prototype, key, (self, given, result) => {
          takeFields(name, self);
          for (const each of given) takeFields(name, each);
          takeFields(name, result);
        });
      }
  },
};
