import type { Attack } from '../attack.js';

export const builtIns: Attack = {
  title: 'built-in objects',
  does: 'Patches every method of `String`, `Array`, `RegExp`, `Number`, `Map`, `Set`, `WeakMap`, `Promise`, `Function.prototype` and of their kin, and reads what they are called on and with.',
  install: ({ take, wrap }) => {
    const { isArray } = Array;
    const hear = (name: string, value: unknown) => {
      if (!isArray(value)) return take(name, value);
      let text = '';
      for (let at = 0; at < value.length && at < 20; at++)
        if (typeof value[at] === 'string' || typeof value[at] === 'number') text += value[at];
        else if (isArray(value[at])) hear(name, value[at]);
      take(name, text);
    };
    const owners: Record<string, object> = {
      String,
      'String.prototype': String.prototype,
      Array,
      'Array.prototype': Array.prototype,
      'RegExp.prototype': RegExp.prototype,
      Number,
      'Number.prototype': Number.prototype,
      'Map.prototype': Map.prototype,
      'Set.prototype': Set.prototype,
      'WeakMap.prototype': WeakMap.prototype,
      'WeakSet.prototype': WeakSet.prototype,
      Promise,
      'Promise.prototype': Promise.prototype,
      'Function.prototype': Function.prototype,
      Object,
      Reflect,
      Math,
    };
    for (const [name, owner] of Object.entries(owners))
      for (const key of Reflect.ownKeys(owner)) {
        if (key === 'constructor' || key === 'prototype') continue;
        const by = `${name}.${String(key)}`;
        wrap(owner, key, (self, given, result) => {
          hear(by, self);
          for (let at = 0; at < given.length; at++) hear(by, given[at]);
          hear(by, result);
        });
      }
    for (const name of ['parseInt', 'parseFloat', 'isNaN', 'encodeURIComponent', 'btoa'])
      wrap(window, name, (_, given, result) => {
        hear(name, given);
        hear(name, result);
      });
  },
};
