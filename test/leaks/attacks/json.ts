import type { Attack } from '../attack.js';

export const json: Attack = {
  title: '`JSON`',
  does: 'Patches `JSON.stringify` and `JSON.parse`.',
  shares: 'patches',
  install: ({ capture, wrap }) => {
    const { stringify } = JSON;
    for (const name of ['stringify', 'parse'])
      wrap(JSON, name, (_, [value], result) => {
        capture(name, value);
        capture(name, result);
        capture(name, stringify(value));
      });
  },
};
