import type { Attack } from '../attack.js';

export const pageText: Attack = {
  title: 'the page’s text and markup',
  does: 'Reads `innerText`, `outerHTML`, `getHTML` with shadow roots, `XMLSerializer`, storage, history and the title.',
  install: ({ take }) => {
    return () => {
      const { documentElement: root, body } = document;
      take('innerText', body.innerText);
      take('outerHTML', root.outerHTML);
      take('getHTML', root.getHTML({ serializableShadowRoots: true }));
      take('XMLSerializer', new XMLSerializer().serializeToString(document));
      take('storage', JSON.stringify({ ...localStorage, ...sessionStorage }));
      take('history', JSON.stringify(history.state) + location.href + document.title);
    };
  },
};
