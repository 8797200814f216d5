import type { Attack } from '../attack.js';

export const formData: Attack = {
  title: 'surrounding form',
  does: 'Listens for `submit` and `formdata`, and reads `new FormData` and the elements of every form in the page.',
  shares: 'reads',
  install: ({ capture, captureFields }) => {
    const read = (data: FormData) => {
      for (const [name, value] of data) capture(name, value);
    };
    addEventListener('formdata', (event) => read(event.formData), true);
    addEventListener('submit', ({ target }) => captureFields('submit', target), true);
    return () => {
      for (const form of document.forms) {
        read(new FormData(form));
        for (const element of form.elements)
          capture('elements', (element as HTMLInputElement).value);
      }
    };
  },
};
