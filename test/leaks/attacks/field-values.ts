import type { Attack } from '../attack.js';

export const fieldValues: Attack = {
  title: 'accessors of a field’s value',
  does: 'Patches `value` and `defaultValue` of `HTMLInputElement`, read and written, `setRangeText` and `setAttribute`.',
  install: ({ take, wrap }) => {
    for (const name of ['value', 'defaultValue', 'setRangeText'])
      wrap(HTMLInputElement.prototype, name, (_, [given], result) => take(name, given ?? result));
    wrap(Element.prototype, 'setAttribute', (_, [, value]) => take('setAttribute', value));
  },
};
