import type { Attack } from '../attack.js';

export const validitySearch: Attack = {
  title: 'search by validity',
  does: 'Changes the rules, the denied PINs and the length while a PIN is in the fields, and learns from `validity` which it is, sixteen denied PINs at a time.',
  empties: true,
  install: ({ take }) => {
    let found: string | undefined;
    return async () => {
      const element = document.querySelector('set-card-pin')!;
      if (found !== undefined || !element.validity.valid) return;
      found = '';
      const emptied = new Promise<unknown>((done) => addEventListener('pin-change', done));
      const isDenied = (some: string[]) => {
        element.deniedPins = some;
        return !element.validity.valid;
      };
      // A first change shows whether the PIN is still there to be asked about.
      element.pinRules = 'none';
      const pins = Array.from({ length: 10_000 }, (_, pin) => String(pin).padStart(4, '0'));
      for (let at = 0; at < pins.length && found === '' && element.validity.valid; at += 16) {
        const some = pins.slice(at, at + 16);
        if (isDenied(some)) found = some.find((pin) => isDenied([pin])) ?? '';
        element.deniedPins = [];
        // What a frame says of it comes later.
        if (at % 128 === 0) await new Promise((done) => setTimeout(done));
      }
      take('validity', found);
      if (found === '') await emptied;
    };
  },
};
