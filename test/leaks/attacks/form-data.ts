import type { Attack } from '../attack.js';

export const formData: Attack = {
  title: 'the form around it',
  does: 'Listens for `submit` and `formdata`, and reads `new FormData` and the elements of every form of the page.',
  install: ({ take, takeFields }) => {
    const read = (data: FormData) => {
      for (const [name, value] of data) take(name, value);
    };
    addEventListener('formdata', (event) => read(event.formData), true);
    addEventListener('submit', ({ target }) => takeFields('submit', target), true);
    return () => {
      for (const form of document.forms) {
        read(new FormData(form));
        for (const element of form.elements) take('elements', (element as HTMLInputElement).value);
      }
    };
  },
};
