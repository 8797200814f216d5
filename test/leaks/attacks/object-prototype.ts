import type { Attack } from '../attack.js';

export const objectPrototype: Attack = {
  title: '`Object.prototype`',
  does: 'Gives every object a `toJSON`, setters for names that a request has, and options that a library may look for.',
  install: ({ capture }) => {
    const { stringify } = JSON;
    const { defineProperty } = Object;
    const read = (by: string, value: unknown) => {
      if (typeof value === 'string') return capture(by, value);
      delete (Object.prototype as { toJSON?: unknown }).toJSON;
      try {
        capture(by, stringify(value));
      } catch {
        // Cyclic values can't be serialized.
      }
      set();
    };
    const set = () =>
      defineProperty(Object.prototype, 'toJSON', {
        configurable: true,
        value(this: unknown) {
          read('toJSON', this);
          return this;
        },
      });
    set();
    for (const name of ['newPin', 'pin', 'input', 'variables', 'query', 'body', 'data', 'request'])
      defineProperty(Object.prototype, name, {
        configurable: true,
        set(this: object, value: unknown) {
          read(`set ${name}`, value);
          defineProperty(this, name, {
            configurable: true,
            enumerable: true,
            writable: true,
            value,
          });
        },
      });
    for (const name of [
      'requestMiddleware',
      'responseMiddleware',
      'onRequest',
      'transformRequest',
      'replacer',
    ])
      defineProperty(Object.prototype, name, {
        configurable: true,
        writable: true,
        value: (value: unknown) => {
          read(name, value);
          return value;
        },
      });
  },
};
