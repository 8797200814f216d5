import type { Attack } from '../attack.js';

export const fieldValues: Attack = {
  title: 'accessors of a field’s value',
  does: 'Patches `setAttribute`, `setRangeText`, and the getters and setters of `value` and `defaultValue` of `HTMLInputElement`.',
  shares: 'patches',
  install: ({ capture, wrap }) => {
    for (const name of ['value', 'defaultValue', 'setRangeText'])
      wrap(HTMLInputElement.prototype, name, (_, [value], result) =>
        capture(name, value ?? result),
      );
    wrap(Element.prototype, 'setAttribute', (_, [, value]) => capture('setAttribute', value));
  },
};
