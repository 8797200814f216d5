import type { Attack } from '../attack.js';

export const mutationObserver: Attack = {
  title: '`MutationObserver`',
  does: 'Observes every node, attribute and text of the document, with their old values.',
  install: ({ take, takeFields }) => {
    new MutationObserver((records) => {
      for (const { target, attributeName, oldValue, addedNodes } of records) {
        take('old', oldValue);
        take('text', target.textContent);
        if (attributeName) take('attribute', (target as Element).getAttribute(attributeName));
        for (const node of addedNodes) takeFields('added', node);
      }
    }).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeOldValue: true,
      characterData: true,
      characterDataOldValue: true,
    });
  },
};
