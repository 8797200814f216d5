import type { Attack } from '../attack.js';

export const json: Attack = {
  title: '`JSON`',
  does: 'Patches `JSON.stringify` and `JSON.parse`.',
  install: ({ take, wrap }) => {
    const { stringify } = JSON;
    for (const name of ['stringify', 'parse'])
      wrap(JSON, name, (_, [given], result) => {
        take(name, given);
        take(name, result);
        take(name, stringify(given));
      });
  },
};
