import type { Attack } from '../attack.js';

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
