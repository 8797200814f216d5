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
