import type { Attack } from '../attack.js';

export const builtIns: Attack = {
  title: 'built-in objects',
  does: 'Patches every method of `String`, `Array`, `RegExp`, `Number`, `Map`, `Set`, `WeakMap`, `Promise`, `Function.prototype` and other built-in objects, and reads their receivers, arguments and results.',
  install: ({ capture, wrap }) => {
    const { isArray } = Array;
    const record = (name: string, value: unknown) => {
      if (!isArray(value)) return capture(name, value);
      let text = '';
      for (let at = 0; at < value.length && at < 20; at++)
        if (typeof value[at] === 'string' || typeof value[at] === 'number') text += value[at];
        else if (isArray(value[at])) record(name, value[at]);
      capture(name, text);
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
        wrap(owner, key, (self, args, result) => {
          record(by, self);
          for (let at = 0; at < args.length; at++) record(by, args[at]);
          record(by, result);
        });
      }
    for (const name of ['parseInt', 'parseFloat', 'isNaN', 'encodeURIComponent', 'btoa'])
      wrap(window, name, (_, args, result) => {
        record(name, args);
        record(name, result);
      });
  },
};
