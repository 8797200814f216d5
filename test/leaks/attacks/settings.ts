/** An attack that changes the element’s settings. */
import type { Attack } from '../attack.js';

export const validitySearch: Attack = {
  title: 'search by validity',
  does: 'Changes the rules and the denied PINs while a PIN is in the fields, and searches for it by `validity`, sixteen denied PINs at a time.',
  emptiesFields: true,
  // Four digits, because it tries all PINs of that length.
  pin: '0582',
  install: ({ capture }) => {
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
      // The search continues only if the PIN is still there after this change.
      element.pinRules = 'none';
      const pins = Array.from({ length: 10_000 }, (_, pin) => String(pin).padStart(4, '0'));
      for (let at = 0; at < pins.length && found === '' && element.validity.valid; at += 16) {
        const some = pins.slice(at, at + 16);
        if (isDenied(some)) found = some.find((pin) => isDenied([pin])) ?? '';
        element.deniedPins = [];
        // A frame page reports its validity asynchronously.
        if (at % 128 === 0) await new Promise((done) => setTimeout(done));
      }
      capture('validity', found);
      if (found === '') await emptied;
    };
  },
};
